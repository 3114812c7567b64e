/** Adding a part to the shop. */
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { pageHead } from '#web/document/head.ts';
import { PartEditor } from '#web/features/catalogue/part-editor.tsx';
import { BLANK_PART } from '#web/features/catalogue/part-editor-values.ts';
import { useAddPart } from '#web/features/catalogue/save-part.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import formPage from '#web/routes/dashboard/form-page.module.css';
import { PageTitle } from '#web/ui/headings.tsx';
import { Note } from '#web/ui/notices.tsx';
import { notify } from '#web/ui/toasts.ts';
import styles from './product-page.module.css';

export const Route = createFileRoute('/dashboard/_admin/addProduct')({
  head: ({ match }) => pageHead(match.context, { title: 'Add a Product', noIndex: true }),
  component: AddProduct,
});

function AddProduct() {
  const shop = useShop();
  const add = useAddPart();
  const [added, setAdded] = useState<{ readonly id: string; readonly name: string }>();
  return (
    <>
      <PageTitle>Add a Product</PageTitle>
      <div className={`${formPage.sheet} ${styles.sheet}`}>
        {added !== undefined && (
          <Note tone="good">
            <p>
              {added.name} is in the shop.{' '}
              <Link to="/parts/$partsId" params={{ partsId: added.id }}>
                See it
              </Link>
              ,{' '}
              <Link to="/dashboard/editProduct/$id" params={{ id: added.id }}>
                edit it
              </Link>
              , or add the next one.
            </p>
          </Note>
        )}
        <PartEditor
          part="new"
          start={BLANK_PART}
          shop={shop}
          submitLabel="Add Product"
          failedTitle="Failed to add the Product"
          sending={add.sending}
          onSave={async (draft) => {
            try {
              // The form does not save without a picture.
              if (draft.image === null) throw new Error('no picture');
              const id = await add.mutateAsync({ ...draft, image: draft.image });
              setAdded({ id, name: draft.name.trim() });
            } catch (error) {
              if (problemOf(error)?.code !== 'ABORTED') notify.error('Failed to add the Product');
              throw error;
            }
            notify.success('Product added successfully');
            window.scrollTo({ top: 0 });
            return BLANK_PART;
          }}
        />
      </div>
    </>
  );
}
