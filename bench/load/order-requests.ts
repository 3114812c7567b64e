/** Requests that place orders: each of another buyer, for other parts, with a key of its own. */
import { randomUUID } from 'node:crypto';
import type autocannon from 'autocannon';
import { createAccessTokens } from '#server/users/access-token.ts';
import { type OrderMix, partsOfOrder } from '../order-mix.ts';

export type OrderLoad = {
  readonly kind: 'orders';
  readonly mix: OrderMix;
  readonly buyerIds: readonly string[];
  /** What the shop signs access tokens with. */
  readonly tokenSecret: string;
};

const DELIVERY = { address: '14 Workshop Lane, Tejgaon, Dhaka 1208', phone: '+880 1711 000000' };

/** The body of the order with this running number. */
export function orderBody(mix: OrderMix, running: number): string {
  const lines = partsOfOrder(mix, running).map((part) => ({
    partId: String(part.id),
    quantity: part.minOrder,
  }));
  return JSON.stringify({ lines, ...DELIVERY });
}

/** Buyers keep their tokens for so long, as browsers do: a shop has more to do for one that it has never seen. */
const KEPT_MS = 10 * 60_000;
const kept = new Map<string, { readonly token: string; readonly sinceMs: number }>();

/** Access tokens of all buyers, good for the next five minutes. */
export async function signTokens({ buyerIds, tokenSecret }: Pick<OrderLoad, 'buyerIds' | 'tokenSecret'>) {
  const tokens = await createAccessTokens(tokenSecret);
  const now = new Date();
  const tokenOf = async (userId: string) => {
    const name = `${tokenSecret} ${userId}`;
    const known = kept.get(name);
    if (known !== undefined && now.getTime() - known.sinceMs < KEPT_MS) return known.token;
    const token = await tokens.issue({ userId, epoch: 0 }, now);
    kept.set(name, { token, sinceMs: now.getTime() });
    return token;
  };
  return Promise.all(buyerIds.map(tokenOf));
}

/** Of all orders, over all loads. */
let running = 0;

/** autocannon's request, which changes each time that it is sent. */
export async function orderRequests(load: OrderLoad): Promise<autocannon.Request> {
  const tokens = await signTokens(load);
  return {
    method: 'POST',
    setupRequest(request) {
      running += 1;
      return {
        ...request,
        headers: {
          ...request.headers,
          'content-type': 'application/json',
          authorization: `Bearer ${tokens[running % tokens.length]}`,
          'idempotency-key': randomUUID(),
        },
        body: orderBody(load.mix, running),
      };
    },
  };
}
