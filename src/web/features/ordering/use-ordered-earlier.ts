/** The earlier order of a part that its order form orders again. */
import { useQuery } from '@tanstack/react-query';
import { useUser } from '#web/features/identity/guards.tsx';
import { orderQuery } from './order-queries.ts';
import type { OrderedEarlier } from './reorder-note.tsx';

/**
 * The order and its line of this part. Undefined where none is asked for, and where it cannot be read or has no such
 * line: then the form is as for anybody, since an order must never fail for an old one.
 */
export function useOrderedEarlier(
  orderNumber: string | undefined,
  partId: string,
): OrderedEarlier | 'waiting' | undefined {
  const user = useUser();
  const query = useQuery({
    ...orderQuery(user.email, orderNumber ?? ''),
    enabled: orderNumber !== undefined,
  });
  if (orderNumber === undefined) return undefined;
  if (query.isPending) return 'waiting';
  const order = query.data;
  const line = order?.lines.find((each) => each.partId === partId);
  return order === undefined || line === undefined ? undefined : { order, line };
}
