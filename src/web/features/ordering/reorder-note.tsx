/** What has changed since a part was ordered, above the form that orders it again. */
import { Link } from '@tanstack/react-router';
import type { PartDetailBody } from '#contract/catalogue.ts';
import type { OrderDetailBody, OrderedPartBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { compareWithToday, type ReorderChange } from '#domain/ordering/reorder.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/notices.tsx';
import { Moment, Money, Quantity } from '#web/ui/numbers.tsx';
import styles from './reorder-note.module.css';
import { SimilarPartsLink } from './similar-parts-link.tsx';

/** The order that is ordered again, and its line of this part. */
export type OrderedEarlier = { readonly order: OrderDetailBody; readonly line: OrderedPartBody };

export function ReorderNote({
  earlier: { order, line },
  part,
  currencyCode,
  onQuantity,
}: {
  readonly earlier: OrderedEarlier;
  readonly part: PartDetailBody;
  /** What the shop's prices per unit are in today. */
  readonly currencyCode: string;
  readonly onQuantity: (quantity: number) => void;
}) {
  const { changes, possibleQuantity } = compareWithToday(
    { quantity: line.quantity, pricePerUnit: line.pricePerUnit, currency: order.currency },
    { ...part, currency: currencyCode },
  );
  return (
    <Note tone={changes.length === 0 ? 'good' : 'warn'}>
      <p>
        As in{' '}
        <Link to="/dashboard/order/$id" params={{ id: order.orderId }}>
          {order.orderId}
        </Link>{' '}
        of <Moment at={order.placedAt} />: <Quantity value={line.quantity} /> ×{' '}
        <Money amount={line.pricePerUnit} currency={currencyOf(order.currency)} />.{' '}
        {changes.length === 0 ? 'Price and stock allow the same again.' : 'This has changed since:'}
      </p>
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={change.kind}>
              <Change change={change} part={part} currencyCode={currencyCode} />
            </li>
          ))}
        </ul>
      )}
      {possibleQuantity !== undefined && (
        <p className={styles.action}>
          <Button size="small" onClick={() => onQuantity(possibleQuantity)}>
            <span>
              Order <Quantity value={possibleQuantity} /> instead
            </span>
          </Button>
        </p>
      )}
    </Note>
  );
}

function Change({
  change,
  part,
  currencyCode,
}: {
  readonly change: ReorderChange;
  readonly part: PartDetailBody;
  readonly currencyCode: string;
}) {
  const today = currencyOf(currencyCode);
  switch (change.kind) {
    case 'archived':
      return (
        <>
          It is no longer sold. <SimilarPartsLink part={part} />
        </>
      );
    case 'sold-out':
      return (
        <>
          {change.stock === 0 ? 'None is' : <Only stock={change.stock} />} in stock, less than the minimum
          order of <Quantity value={part.minOrder} />. <SimilarPartsLink part={part} />
        </>
      );
    case 'scarce':
      return (
        <>
          <Only stock={change.stock} /> in stock.
        </>
      );
    case 'minimum':
      return (
        <>
          The minimum order is now <Quantity value={change.minOrder} />.
        </>
      );
    case 'multiple':
      return (
        <>
          It is now sold in multiples of <Quantity value={change.orderMultiple} />.
        </>
      );
    case 'price':
      return (
        <>
          The price per unit is now <Money amount={change.now} currency={today} />,{' '}
          {change.now > change.before ? 'more' : 'less'} than the{' '}
          <Money amount={change.before} currency={today} /> of then.
        </>
      );
    case 'currency':
      return (
        <>
          Prices are now in {currencyCode}: <Money amount={change.now} currency={today} /> per unit.
        </>
      );
  }
}

function Only({ stock }: { readonly stock: number }) {
  return (
    <>
      Only <Quantity value={stock} /> {stock === 1 ? 'is' : 'are'}
    </>
  );
}
