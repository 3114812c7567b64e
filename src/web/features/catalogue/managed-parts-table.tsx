/** The parts of the shop as its owner handles them. */
import { type ReactNode, useMemo } from 'react';
import type { PartBody } from '#contract/catalogue.ts';
import type { Currency } from '#domain/money.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Money, PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { type Column, indexColumn, Table } from '#web/ui/table.tsx';
import styles from './managed-parts-table.module.css';
import { StockStatus } from './stock-status.tsx';

type Actions = {
  readonly listCurrency: Currency;
  readonly onAdjustStock: (part: PartBody) => void;
  readonly onDelete: (part: PartBody) => void;
};

export function ManagedPartsTable({
  parts,
  empty,
  listCurrency,
  onAdjustStock,
  onDelete,
}: Actions & { readonly parts: readonly PartBody[] | undefined; readonly empty: ReactNode }) {
  const columns = useMemo(
    () => columnsWith({ listCurrency, onAdjustStock, onDelete }),
    [listCurrency, onAdjustStock, onDelete],
  );
  return (
    <Table
      caption="Products"
      className={styles.table}
      columns={columns}
      rows={parts}
      rowKey={(part) => part._id}
      empty={empty}
      skeletonRows={10}
    />
  );
}

function columnsWith({ listCurrency, onAdjustStock, onDelete }: Actions): readonly Column<PartBody>[] {
  return [
    indexColumn,
    {
      key: 'image',
      head: 'Image',
      phoneLabel: '',
      className: styles.image,
      cell: (part) => <Picture src={part.img} alt="" small />,
    },
    {
      key: 'name',
      head: 'Name',
      rowHeader: true,
      className: styles.name,
      cell: (part) => (
        <>
          {part.name}
          <small>
            {part.brand} <PartNumber number={part.partNumber} /> ·{' '}
            <Money amount={part.price} currency={listCurrency} />
          </small>
        </>
      ),
    },
    {
      key: 'stock',
      head: 'Stock',
      phoneLabel: '',
      className: styles.stock,
      cell: (part) => (
        <>
          <StockStatus part={part} />
          <small>
            minimum <Quantity value={part.minOrder} />
          </small>
        </>
      ),
    },
    {
      key: 'act',
      head: <span className="sr">Edit, adjust stock, delete</span>,
      align: 'end',
      className: styles.act,
      cell: (part) => (
        <div className={styles.buttons}>
          <ButtonLink to="/dashboard/editProduct/$id" params={{ id: part._id }} size="small">
            <span>
              Edit<span className="sr"> {fullNameOf(part)}</span>
            </span>
          </ButtonLink>
          <Button size="small" onClick={() => onAdjustStock(part)}>
            <span>
              Adjust stock<span className="sr"> of {fullNameOf(part)}</span>
            </span>
          </Button>
          <Button size="small" tone="danger" onClick={() => onDelete(part)}>
            <span>
              Delete<span className="sr"> {fullNameOf(part)}</span>
            </span>
          </Button>
        </div>
      ),
    },
  ];
}

/** Names repeat from brand to brand. */
const fullNameOf = ({ name, brand, partNumber }: PartBody) => `${name}, ${brand} ${partNumber}`;
