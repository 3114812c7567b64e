/** Payments made ready, and confirmed: told by the buyer's browser, and by the provider's signed notice. */
import pg from 'pg';
import { startChild } from '../child-process.ts';
import type { TransactionLoad } from '../limits/bare-transaction.ts';
import { type PaymentLoad, paymentAsker } from '../load/payment-requests.ts';
import { PROVIDER_KEYS } from '../load/provider-keys.ts';
import { LONG_WARM_UP_MS } from '../measure.ts';
import type { Slice, Timing } from '../slice.ts';
import { requireBalancedBooks, requireDone, requireSameEffect } from './books.ts';
import type { RunGroup } from './stage.ts';
import { factsOfPayment, makeUnpaidOrders, type UnpaidOrder } from './unpaid-orders.ts';

/** How many payments of each side are compared before anything is measured. */
const COMPARED_PAYMENTS = 3;
/** What has happened to these orders, counted by the rows that say so. */
const MADE_READY = `
  SELECT count(*)::int AS count FROM payment_attempt
  WHERE order_id = ANY ($1) AND intent_id IS NOT NULL AND status = 'open'`;
const PAID_AND_SHIPPED = `
  SELECT count(DISTINCT paid.id)::int AS count FROM shop_order AS paid
  JOIN stock_movement AS shipped ON shipped.order_id = paid.id AND shipped.kind = 'shipped'
  WHERE paid.id = ANY ($1) AND paid.status = 'paid'`;
const CONFIRMED = {
  recordedAs: 'confirmed',
  isTried: true,
  /** Those that it adds rows to. */
  tables: ['order_event', 'stock_movement', 'job_queue.job'],
  done: PAID_AND_SHIPPED,
  target: { connections: [16], requests: 0.6 },
  limitIs: 'the same transaction through pg alone',
} as const;
const CALLS = [
  {
    name: 'payment, made ready',
    about: 'made ready',
    recordedAs: 'madeReady',
    isTried: false,
    tables: ['payment_attempt'],
    done: MADE_READY,
    target: undefined,
    limitIs: 'the same statements through pg alone',
  },
  { ...CONFIRMED, name: 'payment, told by the browser', about: 'told by browser' },
  { ...CONFIRMED, name: "payment, told by the provider's notice", about: 'told by notice' },
] as const;
/** Orders are prepared for so many payments a second, until it is known how many there are: each takes time and room. */
const RATE_AT_FIRST = 3_500;
/** Then for so many times as many as there were at most over as many connections. */
const MORE_THAN_SO_FAR = 1.5;

/** Calls a second so far, at most, by the number of connections. */
type Rates = Map<number, number>;

export const runPayments: RunGroup = async (stage, each) => {
  const { shop, generator, provider, databaseUrl, databasePid, seeded } = stage;
  const { parts, buyerIds, secrets, recorded, payment, poolSize } = seeded;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const bare = await startChild<TransactionLoad, Slice | undefined>(
    new URL('../limits/bare-transaction.ts', import.meta.url),
  );
  const source = { likeOrderId: recorded.of.texts.id ?? '', mix: { parts, isHot: false }, buyerIds };
  const rates: Readonly<Record<'ours' | 'limit', Rates>> = { ours: new Map(), limit: new Map() };
  const enoughFor = async (
    { connections, warmUpMs, windowMs }: Timing,
    of: Rates,
    like: { readonly isTried: boolean },
  ) => {
    const soFar = of.get(connections);
    const rate = soFar === undefined ? RATE_AT_FIRST : soFar * MORE_THAN_SO_FAR;
    const count = Math.ceil((rate * (warmUpMs + windowMs + 1_000)) / 1_000);
    const orders = await makeUnpaidOrders(pool, source, count, like);
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
  const load = (about: PaymentLoad['about'], payments: PaymentLoad['payments']): PaymentLoad => ({
    ...{ kind: 'payments', about, payments },
    tokenSecret: secrets.accessToken,
    noticeSecret: PROVIDER_KEYS.STRIPE_WEBHOOK_SECRET,
  });
  try {
    for (const { name, about, recordedAs, isTried, tables, done, target, limitIs } of CALLS) {
      const call = payment[recordedAs];
      const transactions = (orders: readonly UnpaidOrder[], timing: TransactionLoad['timing']) =>
        bare.ask({
          ...{ databaseUrl, poolSize, databasePid, timing, recorded: call },
          of: { facts: orders.map(factsOfPayment) },
        });
      const [ours, others] = [
        await makeUnpaidOrders(pool, source, COMPARED_PAYMENTS, { isTried }),
        await makeUnpaidOrders(pool, source, COMPARED_PAYMENTS, { isTried }),
      ];
      await provider.ask({ payments: ours });
      await requireSameEffect(
        pool,
        tables,
        () => askAboutEach(shop.url, load(about, ours)),
        () => transactions(others, { transactions: COMPARED_PAYMENTS }),
      );
      await each({
        ...{ name, limitIs, ...(target !== undefined && { target }) },
        firstWarmUpMs: LONG_WARM_UP_MS,
        about: { lines: 3, statements: call.statements.length, poolSize, buyers: buyerIds.length },
        connections: [1, 16],
        ours: {
          async load(timing) {
            const orders = await enoughFor(timing, rates.ours, { isTried });
            await provider.ask({ payments: orders });
            const watched = { serverPid: shop.pid, databasePid };
            const counted = { text: done, values: [orders.map(({ orderId }) => orderId)] };
            const slice = await requireDone(pool, counted, () =>
              generator.ask({ url: shop.url, load: load(about, orders), timing, watched }),
            );
            noteRate(rates.ours, timing, slice);
            return slice;
          },
        },
        limit: {
          async load(timing) {
            const orders = await enoughFor(timing, rates.limit, { isTried });
            const slice = await transactions(orders, timing);
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

async function askAboutEach(shopUrl: string, load: PaymentLoad): Promise<void> {
  const requestFor = await paymentAsker(load);
  for (const payment of load.payments) {
    const { path, ...request } = requestFor(payment);
    const answer = await fetch(`${shopUrl}${path}`, request);
    if (!answer.ok) throw new Error(`A payment was answered ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
  }
}
