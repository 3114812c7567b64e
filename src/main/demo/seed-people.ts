/** The demo's people, with orders in every state that an order gets into by itself, and some reviews. */

import { isRefusal } from '#domain/refusal.ts';
import { auditOfShop } from '#server/audit/audit.ts';
import { cancelOrder } from '#server/ordering/close-order.ts';
import { placeOrder } from '#server/ordering/place-order.ts';
import { preparePayment } from '#server/payments/prepare-payment.ts';
import { settlePayment } from '#server/payments/settle-payment.ts';
import type { Config } from '#server/platform/config.ts';
import { listParts, type PartRow } from '#server/read-models/parts.ts';
import { reviewHandlers } from '#server/reviews/routes.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { User } from '#server/users/caller.ts';
import { ensureUser } from '#server/users/ensure-user.ts';
import type { Shop } from '../assemble.ts';
import type { Progress } from '../progress.ts';
import { ADMIN_EMAIL, BUYER_EMAIL, type DemoPasswords, demoPasswords } from './passwords.ts';
import { REVIEWS } from './reviews.ts';

type Settings = { readonly config: Config; readonly dataDir: string };
const HOUR_MS = 3_600_000;

/**
 * Makes what is missing of the demo's people and answers their passwords. Another password in the configuration is taken
 * over at the next start; orders and reviews are made once, and a start that was interrupted at it goes on from there.
 */
export async function seedPeople(
  shop: Shop,
  settings: Settings,
  progress: Progress,
): Promise<{ passwords: DemoPasswords; file: string }> {
  const { identity } = shop;
  if (identity === undefined)
    throw new Error('The demo has people only where the embedded provider signs them in');
  const { passwords, file, isNew, isFirst, keep } = await demoPasswords(settings.config, settings.dataDir);
  if (isNew) {
    await progress.step('Demo people and orders', async () => {
      const account = async (email: string, name: string, password: string, role: User['role']) =>
        ensureUser(shop.deps, await identity.seedIdentity({ email, name, password }), role);
      await account(ADMIN_EMAIL, 'Alex Morgan', passwords.admin, 'admin');
      const buyer = await account(BUYER_EMAIL, 'Samira Haque', passwords.buyer, 'customer');
      if (isFirst) {
        await seedOrders(shop, buyer);
        await seedReviews(shop.deps, buyer);
      }
      // Last, so that an interrupted start begins again here.
      await keep();
    });
  }
  return { passwords, file };
}

async function seedOrders(shop: Shop, buyer: User): Promise<void> {
  const { deps } = shop;
  const parts = await listParts(deps.databases.write, {}, { limit: 40 });
  const orderable = parts.filter((part) => part.available >= 3 * part.min_order);
  const at = (hoursAgo: number): ShopDeps => {
    const moment = new Date(deps.now().getTime() - hoursAgo * HOUR_MS);
    return { ...deps, now: () => moment };
  };
  const place = async (hoursAgo: number, chosen: readonly (PartRow | undefined)[]) => {
    const lines = chosen.flatMap((part) =>
      part === undefined ? [] : [{ partId: String(part.id), quantity: part.min_order * 2 }],
    );
    if (lines.length === 0) return undefined;
    const order = { lines, address: '14 Workshop Lane, Tejgaon, Dhaka 1208', phone: '+880 1711 000000' };
    const placed = await placeOrder(at(hoursAgo), buyer, { order, idempotencyKey: `demo-${hoursAgo}` });
    if (!isRefusal(placed)) return placed.insertedId;
    // Placed by a start that was interrupted, when the stock chose another part.
    if (placed.code === 'IDEMPOTENCY_MISMATCH') return undefined;
    throw new Error(`A demo order was refused: ${placed.code}`);
  };

  for (const [hoursAgo, chosen] of [
    [26 * 24, [orderable[0]]],
    [9 * 24, [orderable[1], orderable[2]]],
  ] as const) {
    const id = await place(hoursAgo, chosen);
    if (id !== undefined) await pay(shop, at(hoursAgo - 0.1), buyer, id);
  }
  const cancelled = await place(4 * 24, [orderable[3]]);
  if (cancelled !== undefined) {
    const deps = at(4 * 24 - 1);
    await cancelOrder(deps, buyer, cancelled, auditOfShop('order.cancelled', deps.now));
  }
  // Left unpaid: its time has run out, so the first job that runs expires it.
  await place(30, [orderable[4]]);
  await place(0.2, [orderable[5]]);
}

/** Pays as a browser does: card, confirmation, and then the shop asks the provider. */
async function pay(shop: Shop, deps: ShopDeps, buyer: User, orderId: string): Promise<void> {
  const ready = await preparePayment(deps, buyer, orderId);
  if (isRefusal(ready)) {
    // By a start that was interrupted after this; or it was interrupted before, and the order has expired since.
    if (ready.code === 'ORDER_PAID' || ready.code === 'ORDER_CLOSED') return;
    throw new Error(`A demo payment was refused: ${ready.code}`);
  }
  const key = deps.payments.publishableKey;
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await shop.app.request(`/sandbox/stripe/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ key, ...form }).toString(),
    });
    if (!answer.ok) throw new Error(`The payment sandbox answered ${answer.status}`);
    return (await answer.json()) as { id: string };
  };
  const card = await post('/payment_methods', {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': String(deps.now().getUTCFullYear() + 4),
    'card[cvc]': '123',
  });
  const [intentId = ''] = ready.clientSecret.split('_secret_');
  await post(`/payment_intents/${intentId}/confirm`, {
    client_secret: ready.clientSecret,
    payment_method: card.id,
  });
  const settled = await settlePayment(deps, intentId);
  if (settled.as !== 'pays') throw new Error(`A demo payment was not settled: ${settled.as}`);
}

async function seedReviews(deps: ShopDeps, author: User): Promise<void> {
  const signal = { aborted: false, addEventListener() {} };
  for (const [index, review] of REVIEWS.entries()) {
    const moment = new Date(deps.now().getTime() - (REVIEWS.length - index) * 31 * HOUR_MS);
    const { of: type, ...said } = review;
    const [part] = type === undefined ? [] : await listParts(deps.databases.write, { type }, { limit: 1 });
    await reviewHandlers({ ...deps, now: () => moment }).reviewsCreate({
      body: part === undefined ? said : { ...said, partId: String(part.id) },
      caller: author,
      idempotencyKey: `demo-review-${index}`,
      requestId: 'demo',
      address: '',
      signal,
    });
  }
}
