/** The ways to order the same again: each part through its own order form, which says what has changed since. */
import { Link } from '@tanstack/react-router';
import type { OrderBody, OrderLineBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Money, Quantity } from '#web/ui/numbers.tsx';
import styles from './reorder-links.module.css';

type Line = Pick<OrderLineBody, 'partId' | 'quantity'>;

/** Where a line is ordered again, for a link: the order form of its part. */
export function reorderLine(order: Pick<OrderBody, 'orderId'>, line: Line) {
  return {
    to: '/parts/$partsId',
    params: { partsId: line.partId },
    search: { quantity: line.quantity, again: order.orderId },
  } as const;
}

/** "Order again": to the form of the only part, or to the choice among several on the order's page. */
export function OrderAgainLink({
  order,
  size,
  tone,
}: {
  readonly order: OrderBody;
  readonly size?: 'small' | 'normal';
  readonly tone?: 'quiet' | 'signal' | 'bare';
}) {
  const [first, ...more] = order.lines;
  if (first === undefined) return null;
  const name = (
    <span>
      Order again<span className="sr">: {order.partsName}</span>
    </span>
  );
  if (more.length === 0) {
    return (
      <ButtonLink {...reorderLine(order, first)} size={size} tone={tone}>
        {name}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink
      to="/dashboard/order/$id"
      params={{ id: order.orderId }}
      search={{ again: 'choose' }}
      size={size}
      tone={tone}
    >
      {name}
    </ButtonLink>
  );
}

/** Which part of an order of several? */
export function ReorderDialog({
  order,
  open,
  onClose,
}: {
  readonly order: OrderBody;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const currency = currencyOf(order.currency);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Order again"
      description="Each part has an order of its own. Choose one: its form has the quantity, the address and the phone of this order, and says what has changed since."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ul className={styles.choices}>
        {order.lines.map((line) => (
          <li key={line.partId}>
            <Link {...reorderLine(order, line)} className={styles.choice}>
              <span>{line.partsName}</span>
              <small>
                <Quantity value={line.quantity} /> × <Money amount={line.pricePerUnit} currency={currency} />
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
