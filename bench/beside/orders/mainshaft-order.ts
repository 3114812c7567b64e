/** An order at Mainshaft: one request of a buyer who has signed in. The basket is the browser's until then. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { orderBody, signTokens } from '../../load/order-requests.ts';
import { partsOfOrder } from '../../order-mix.ts';
import { type MainshaftOrders, type PlaceOrder, unitsOf } from './order-facts.ts';

const Placed = z.object({ insertedId: z.uuid() });

export async function mainshaftOrders({
  parts,
  buyerIds,
  tokenSecret,
}: MainshaftOrders): Promise<PlaceOrder> {
  const tokens = await signTokens({ buyerIds, tokenSecret });
  const mix = { parts, isHot: false };
  return async (ask, running) => {
    const { body } = await ask('/api/order', orderBody(mix, running), {
      authorization: `Bearer ${tokens[running % tokens.length]}`,
      'idempotency-key': randomUUID(),
    });
    Placed.parse(body);
    return unitsOf(partsOfOrder(mix, running));
  };
}
