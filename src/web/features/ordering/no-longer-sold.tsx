/** In the place of an order form: the part that was to be ordered again is no longer sold. */
import { Link } from '@tanstack/react-router';
import type { OrderDetailBody, OrderedPartBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { EmptyState } from '#web/ui/notices.tsx';
import { Moment, Money, Quantity } from '#web/ui/numbers.tsx';
import { SimilarPartsLink } from './similar-parts-link.tsx';

export function NoLongerSold({
  order,
  line,
}: {
  readonly order: OrderDetailBody;
  readonly line: OrderedPartBody;
}) {
  return (
    <EmptyState title="This part is no longer sold" action={<SimilarPartsLink part={line} />}>
      It was in{' '}
      <Link to="/dashboard/order/$id" params={{ id: order.orderId }}>
        {order.orderId}
      </Link>{' '}
      of <Moment at={order.placedAt} />: <Quantity value={line.quantity} /> ×{' '}
      <Money amount={line.pricePerUnit} currency={currencyOf(order.currency)} />. Nothing has been ordered.
    </EmptyState>
  );
}
