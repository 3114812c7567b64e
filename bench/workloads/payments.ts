/** Payments confirmed: told by the buyer's browser, and by the provider's signed notice. */
import pg from 'pg';
import { startChild } from '../child-process.ts';
import type { TransactionLoad } from '../limits/bare-transaction.ts';
import { type PaymentLoad, paymentTeller } from '../load/payment-requests.ts';
import { PROVIDER_KEYS } from '../load/provider-keys.ts';
import { LONG_WARM_UP_MS } from '../measure.ts';
import type { Slice, Timing } from '../slice.ts';
import { requireBalancedBooks, requireDone, requireSameEffect } from './books.ts';
import type { RunGroup } from './stage.ts';
import { factsOfPayment, makeUnpaidOrders, type UnpaidOrder } from './unpaid-orders.ts';

/** How many payments of each side are compared before anything is measured. */
const COMPARED_PAYMENTS = 3;
/** The tables that a payment adds rows to. */
const TABLES = ['order_event', 'stock_movement', 'job_queue.job'];
const WAYS = [
  { name: 'payment, told by the browser', by: 'browser' },
  { name: "payment, told by the provider's notice", by: 'notice' },
] as const;
/** Orders are prepared for so many payments a second, until it is known how many there are: each takes time and room. */
const RATE_AT_FIRST = 2_000;
/** Then for so many times as many as there were at most over as many connections. */
const MORE_THAN_SO_FAR = 1.5;

/** Payments a second so far, at most, by the number of connections. */
type Rates = Map<number, number>;

export const runPayments: RunGroup = async (stage, each) => {
  const { shop, generator, provider, databaseUrl, databasePid, seeded } = stage;
  const { parts, buyerIds, secrets, recorded, payment, poolSize } = seeded;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const bare = await startChild<TransactionLoad, Slice | undefined>(
    new URL('../limits/bare-transaction.ts', import.meta.url),
  );
  const source = { likeOrderId: recorded.of.texts.id ?? '', mix: { parts, isHot: false }, buyerIds };
  const transactions = (orders: readonly UnpaidOrder[], timing: TransactionLoad['timing']) =>
    bare.ask({
      ...{ databaseUrl, poolSize, databasePid, timing, recorded: payment },
      of: { facts: orders.map(factsOfPayment) },
    });
  const rates: Readonly<Record<'ours' | 'limit', Rates>> = { ours: new Map(), limit: new Map() };
  const enoughFor = async ({ connections, warmUpMs, windowMs }: Timing, of: Rates) => {
    const soFar = of.get(connections);
    const rate = soFar === undefined ? RATE_AT_FIRST : soFar * MORE_THAN_SO_FAR;
    const count = Math.ceil((rate * (warmUpMs + windowMs + 1_000)) / 1_000);
    const orders = await makeUnpaidOrders(pool, source, count);
    // They came at once: connections would keep the plans of an empty shop, which look through all orders.
    await pool.query('ANALYZE');
    return orders;
  };
  const noteRate = (of: Rates, { connections, warmUpMs, windowMs }: Timing, slice: Slice) => {
    // The window of a warm-up is too short to tell.
    if (windowMs < warmUpMs) return;
    const rate = (slice.latenciesMs.length * 1_000) / slice.wallMs;
    of.set(connections, Math.max(rate, of.get(connections) ?? 0));
  };
  const load = (by: PaymentLoad['by'], payments: PaymentLoad['payments']): PaymentLoad => ({
    ...{ kind: 'payments', by, payments },
    tokenSecret: secrets.accessToken,
    noticeSecret: PROVIDER_KEYS.STRIPE_WEBHOOK_SECRET,
  });
  try {
    for (const { name, by } of WAYS) {
      const [ours, others] = [
        await makeUnpaidOrders(pool, source, COMPARED_PAYMENTS),
        await makeUnpaidOrders(pool, source, COMPARED_PAYMENTS),
      ];
      await provider.ask({ payments: ours });
      await requireSameEffect(
        pool,
        TABLES,
        () => tellOfEach(shop.url, load(by, ours)),
        () => transactions(others, { transactions: COMPARED_PAYMENTS }),
      );
      await each({
        name,
        limitIs: 'the same transaction through pg alone',
        target: { connections: [16], requests: 0.6 },
        firstWarmUpMs: LONG_WARM_UP_MS,
        about: { lines: 3, statements: payment.statements.length, poolSize, buyers: buyerIds.length },
        connections: [1, 16],
        ours: {
          async load(timing) {
            const orders = await enoughFor(timing, rates.ours);
            await provider.ask({ payments: orders });
            const watched = { serverPid: shop.pid, databasePid };
            const slice = await requireDone(pool, shippedOf(orders), () =>
              generator.ask({ url: shop.url, load: load(by, orders), timing, watched }),
            );
            noteRate(rates.ours, timing, slice);
            return slice;
          },
        },
        limit: {
          async load(timing) {
            const slice = await transactions(await enoughFor(timing, rates.limit), timing);
            if (slice === undefined) throw new Error('The bare transactions were not measured');
            noteRate(rates.limit, timing, slice);
            return slice;
          },
        },
      });
    }
    await requireBalancedBooks(databaseUrl, pool);
  } finally {
    await bare.stop();
    await pool.end();
  }
};

/** Of these, what is paid and has left the stock. */
const shippedOf = (orders: readonly UnpaidOrder[]) => ({
  text: `
    SELECT count(DISTINCT paid.id)::int AS count FROM shop_order AS paid
    JOIN stock_movement AS shipped ON shipped.order_id = paid.id AND shipped.kind = 'shipped'
    WHERE paid.id = ANY ($1) AND paid.status = 'paid'`,
  values: [orders.map(({ orderId }) => orderId)],
});

async function tellOfEach(shopUrl: string, load: PaymentLoad): Promise<void> {
  const tellOf = await paymentTeller(load);
  for (const payment of load.payments) {
    const { path, ...request } = tellOf(payment);
    const answer = await fetch(`${shopUrl}${path}`, request);
    if (!answer.ok) throw new Error(`A payment was answered ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
  }
}
