/** The parts of the shop, to be edited, restocked and taken out. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { PartBody } from '#contract/catalogue.ts';
import { soughtWords } from '#web/addresses/sought-words.ts';
import { pageHead } from '#web/document/head.ts';
import { managedPartsQuery } from '#web/features/catalogue/managed-parts.ts';
import { ManagedPartsTable } from '#web/features/catalogue/managed-parts-table.tsx';
import { useDeletePart } from '#web/features/catalogue/save-part.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import { StockDialog } from '#web/features/stock/stock-dialog.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Question } from './question.tsx';
import { RowCount, RowList, useRows } from './row-list.tsx';
import { SearchField } from './search-field.tsx';

export const Route = createFileRoute('/dashboard/_admin/manageProduct')({
  // Not `q`, which is what the counter above looks for in the whole shop.
  validateSearch: (search: Record<string, unknown>): { find?: unknown } => search,
  head: ({ match }) => pageHead(match.context, { title: 'Manage Product', noIndex: true }),
  component: ManageProduct,
});

function ManageProduct() {
  const [adjusted, setAdjusted] = useState<PartBody>();
  const [asked, setAsked] = useState<PartBody>();
  const remove = useDeletePart();
  return (
    <>
      <ProductList onAdjustStock={setAdjusted} onDelete={setAsked} />
      <StockDialog part={adjusted} onClose={() => setAdjusted(undefined)} />
      <Question
        about={asked}
        mutation={remove}
        title="Are you sure?"
        confirmLabel="Delete"
        kept="The list shows what is there."
        onClose={() => setAsked(undefined)}
      >
        {({ name, brand, partNumber }) =>
          `${name} (${brand} ${partNumber}) will be gone from the shop. Orders that have it keep it; nobody can order it again.`
        }
      </Question>
    </>
  );
}

/** Apart from the questions, which so open without the list being gone through. */
const ProductList = memo(function ProductList({
  onAdjustStock,
  onDelete,
}: {
  readonly onAdjustStock: (part: PartBody) => void;
  readonly onDelete: (part: PartBody) => void;
}) {
  // Read here and not at the door, which every page of the shop has, and where the router keeps what is left out.
  const find = soughtWords(Route.useSearch().find);
  const navigate = useNavigate({ from: '/dashboard/manageProduct' });
  const shop = useShop();
  const list = useInfiniteQuery({ ...managedPartsQuery(find), placeholderData: keepPreviousData });
  const parts = useRows(list);

  return (
    <>
      <PageTitle
        actions={
          <>
            <SearchField
              sought={find ?? ''}
              label="Find a product"
              placeholder="Name or number"
              onSeek={(words) => void navigate({ search: { find: words }, replace: true })}
            />
            <ButtonLink to="/dashboard/addProduct">Add a Product</ButtonLink>
          </>
        }
      >
        Products
        <RowCount list={list} />
      </PageTitle>
      <RowList list={list} called="products">
        <ManagedPartsTable
          parts={parts}
          listCurrency={shop.listCurrency}
          onAdjustStock={onAdjustStock}
          onDelete={onDelete}
          empty={find === undefined ? <NoProducts /> : <NothingFound sought={find} />}
        />
      </RowList>
    </>
  );
});

function NoProducts() {
  return (
    <EmptyState
      title="No products yet"
      action={
        <ButtonLink to="/dashboard/addProduct" tone="signal">
          Add a Product
        </ButtonLink>
      }
    >
      What you add here is in the shop at once.
    </EmptyState>
  );
}

function NothingFound({ sought }: { readonly sought: string }) {
  return (
    <EmptyState
      title={`Nothing found for “${sought}”`}
      action={
        <ButtonLink to="/dashboard/manageProduct" search={{}}>
          Show all products
        </ButtonLink>
      }
    >
      Numbers are found however they are typed: spaces, dots and dashes don’t matter.
    </EmptyState>
  );
}
