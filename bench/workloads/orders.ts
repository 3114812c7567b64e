/** Orders of three lines: of parts all over the catalogue, and with one part that everybody wants. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startChild } from '../child-process.ts';
import type { TransactionLoad } from '../limits/bare-transaction.ts';
import { orderBody, signTokens } from '../load/order-requests.ts';
import { LONG_WARM_UP_MS } from '../measure.ts';
import type { OrderMix } from '../order-mix.ts';
import type { Slice } from '../slice.ts';
import { requireBalancedBooks, requireDone, requireSameEffect } from './books.ts';
import type { RunGroup, Stage } from './stage.ts';

/** How many orders of each side are compared before anything is measured. */
const COMPARED_ORDERS = 3;

/** How many there were before anything is measured. */
const EARLIER_ORDERS = 2_000;

/** The tables that an order adds rows to. */
const TABLES = ['shop_order', 'order_line', 'stock_movement', 'idempotent_answer', 'job_queue.job'];

const PLACED = { text: 'SELECT count(*)::int AS count FROM shop_order' };

const MIXES = [
  { name: 'POST /api/order (many parts)', isHot: false },
  { name: 'POST /api/order (one hot part)', isHot: true },
];

export const runOrders: RunGroup = async (stage, each) => {
  const { shop, generator, databaseUrl, databasePid, seeded } = stage;
  const { parts, buyerIds, secrets, recorded, poolSize } = seeded;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const bare = await startChild<TransactionLoad, Slice | undefined>(
    new URL('../limits/bare-transaction.ts', import.meta.url),
  );
  try {
    for (const { name, isHot } of MIXES) {
      const mix: OrderMix = { parts, isHot };
      const transactions = (timing: TransactionLoad['timing']) =>
        bare.ask({ databaseUrl, poolSize, recorded, of: { mix, buyerIds }, timing, databasePid });
      await requireSameEffect(
        pool,
        TABLES,
        () => placeOrders(stage, mix),
        () => transactions({ transactions: COMPARED_ORDERS }),
      );
      // A shop that has sold before: the plans of an empty one, which its connections keep, look through all orders.
      await transactions({ transactions: EARLIER_ORDERS });
      await pool.query('ANALYZE');
      const load = { kind: 'orders', mix, buyerIds, tokenSecret: secrets.accessToken } as const;
      const watched = { serverPid: shop.pid, databasePid };
      await each({
        name,
        limitIs: 'the same transaction through pg alone',
        target: { connections: [16], requests: 0.6 },
        firstWarmUpMs: LONG_WARM_UP_MS,
        about: { lines: 3, statements: recorded.statements.length, poolSize, buyers: buyerIds.length },
        ours: {
          load: (timing) =>
            requireDone(pool, PLACED, () =>
              generator.ask({ url: `${shop.url}/api/order`, load, timing, watched }),
            ),
        },
        limit: {
          async load(timing) {
            const slice = await transactions(timing);
            if (slice === undefined) throw new Error('The bare transactions were not measured');
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

async function placeOrders({ shop, seeded }: Stage, mix: OrderMix): Promise<void> {
  const { buyerIds, secrets } = seeded;
  const tokens = await signTokens({ buyerIds, tokenSecret: secrets.accessToken });
  for (let running = 1; running <= COMPARED_ORDERS; running += 1) {
    const answer = await fetch(`${shop.url}/api/order`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[running]}`,
        'idempotency-key': randomUUID(),
      },
      body: orderBody(mix, running),
    });
    if (!answer.ok) throw new Error(`An order was answered ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
  }
}
