/** Changing a part. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { problemOf } from '#contract/kernel/api-error.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { PartEditor } from '#web/features/catalogue/part-editor.tsx';
import { draftOf } from '#web/features/catalogue/part-editor-values.ts';
import { partQuery } from '#web/features/catalogue/queries.ts';
import { useChangePart } from '#web/features/catalogue/save-part.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import { StockDialog } from '#web/features/stock/stock-dialog.tsx';
import formPage from '#web/routes/dashboard/form-page.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Breadcrumbs, PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { notify } from '#web/ui/toasts.ts';
import styles from './product-page.module.css';

export const Route = createFileRoute('/dashboard/_admin/editProduct/$id')({
  head: ({ match }) => pageHead(match.context, { title: 'Edit a product', noIndex: true }),
  component: EditProduct,
});

function EditProduct() {
  const { id } = Route.useParams();
  // What is about to be changed must be seen as it is, and not as it was kept: the form begins with the first answer.
  const part = useQuery({ ...partQuery(id), queryKey: ['part', id, 'to change'], staleTime: 0, gcTime: 0 });
  return (
    <>
      <Breadcrumbs>
        <Link to="/dashboard/manageProduct">Manage Product</Link>
        Edit
      </Breadcrumbs>
      {part.data === undefined && <h1 className="sr">Edit a product</h1>}
      {part.data !== undefined ? (
        <Editor key={id} part={part.data} />
      ) : isNotFound(part.error) ? (
        <EmptyState
          title="There is no such product"
          action={<ButtonLink to="/dashboard/manageProduct">Manage Product</ButtonLink>}
        >
          It may have been deleted.
        </EmptyState>
      ) : part.isError ? (
        <ErrorNotice problem={problemOf(part.error) ?? undefined} onRetry={() => part.refetch()} />
      ) : (
        <div className={`${formPage.sheet} ${styles.sheet}`} role="status" aria-label="Loading the product">
          <Skeleton width="half" />
          <Skeleton />
          <Skeleton />
          <Skeleton width="most" />
        </div>
      )}
    </>
  );
}

function Editor({ part }: { readonly part: PartDetailBody }) {
  const shop = useShop();
  const change = useChangePart(part._id);
  const [isAdjusting, setIsAdjusting] = useState(false);
  return (
    <>
      <PageTitle>{part.name}</PageTitle>
      <div className={`${formPage.sheet} ${styles.sheet}`}>
        <FactRows>
          <Fact name="Our number">{part.sku}</Fact>
          <Fact name="Available Stock">
            <span className={styles.stock}>
              <Quantity value={part.stock} />
              <Button size="small" onClick={() => setIsAdjusting(true)}>
                Adjust stock
              </Button>
            </span>
          </Fact>
        </FactRows>
        <PartEditor
          part={part._id}
          start={draftOf(part, shop.listCurrency.decimals)}
          shop={shop}
          submitLabel="Save"
          failedTitle="Failed to save the Product"
          sending={change.sending}
          onSave={async (draft, base) => {
            const changed = await change.mutateAsync({ draft, base });
            notify.success('Product saved successfully');
            return draftOf(changed, shop.listCurrency.decimals);
          }}
        />
      </div>
      <StockDialog part={isAdjusting ? part : undefined} onClose={() => setIsAdjusting(false)} />
    </>
  );
}
