/** What the jobs of paid orders cost: for each the mails that it was placed and paid, and its expiry, which finds it paid. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startChild } from '../child-process.ts';
import type { TransactionLoad } from '../limits/bare-transaction.ts';
import type { AskMailSink, MailSink } from '../load/mail-sink.ts';
import type { OpenBench } from '../open-bench.ts';
import { cpuMsOf, familyCpuMs } from '../processes.ts';
import type { Seeded } from '../seed.ts';
import { startShop } from '../shop.ts';
import type { Slice } from '../slice.ts';
import { factsOfPayment, makeUnpaidOrders } from '../workloads/unpaid-orders.ts';

/** What they cost a process that does nothing else, for one order. */
export type JobsFigure = {
  readonly orders: number;
  readonly jobsEach: number;
  readonly ordersPerSecond: number;
  readonly cpuMs: number;
  readonly databaseCpuMs: number | undefined;
};

type Stage = Pick<OpenBench, 'database' | 'opening'> & { readonly seeded: Seeded };

const WARM_UP_ORDERS = 300;
const ORDERS = 2_000;
const JOBS_EACH = 3;
const MAILS_EACH = 2;
const LOOK_EVERY_MS = 100;
const DONE_WITHIN_MS = 5 * 60_000;

/** The jobs that an order was placed with, for others. */
const PLACED_WITH = `
  INSERT INTO job_queue.job
  SELECT (jsonb_populate_record(job, jsonb_build_object(
    'id', gen_random_uuid(), 'data', job.data || jsonb_build_object('orderId', placed.id)))).*
  FROM job_queue.job, unnest($2::text[]) AS placed (id) WHERE job.data->>'orderId' = $1`;
const HOLD = `UPDATE job_queue.job SET start_after = now() + interval '1 day' WHERE state < 'active'`;
const LET_GO = `UPDATE job_queue.job SET start_after = now() WHERE state < 'active' AND data->>'orderId' = ANY ($1)`;
const LEFT = `SELECT count(*)::int AS jobs FROM job_queue.job WHERE state < 'completed' AND data->>'orderId' = ANY ($1)`;

/** Mails are handed over to a server on this machine, without encryption, ten at a time. */
export async function measureJobs(stage: Stage): Promise<JobsFigure> {
  const { database, opening } = stage;
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const mailServer = await startChild<AskMailSink, MailSink>(
    new URL('../load/mail-sink.ts', import.meta.url),
  );
  try {
    const orderIds = await payOrders(stage, pool, WARM_UP_ORDERS + ORDERS);
    const jobs = await countLeft(pool, orderIds);
    if (jobs !== orderIds.length * JOBS_EACH) throw new Error(`${orderIds.length} orders have ${jobs} jobs`);
    await pool.query(HOLD);
    await pool.query('VACUUM ANALYZE job_queue.job');
    const { port } = await mailServer.ask({});
    const mail = { SMTP_URL: `smtp://127.0.0.1:${port}?connections=10`, MAIL_FROM: 'shop@mainshaft.invalid' };
    const environment = { ...opening.environment, ...mail };
    const shop = await startShop({ ...opening, environment, works: true, hasPages: false });
    try {
      const pids = { shop: shop.pid, database: database.pid };
      await carryOut(pool, orderIds.slice(0, WARM_UP_ORDERS), pids);
      const took = await carryOut(pool, orderIds.slice(WARM_UP_ORDERS), pids);
      const { taken } = await mailServer.ask({});
      if (taken !== orderIds.length * MAILS_EACH)
        throw new Error(`${orderIds.length} orders sent ${taken} mails`);
      return took;
    } finally {
      await shop.stop();
    }
  } finally {
    await mailServer.stop();
    await pool.end();
  }
}

/** Lets the jobs of orders go, and waits until they are done. */
async function carryOut(
  pool: pg.Pool,
  orderIds: readonly string[],
  pids: { readonly shop: number; readonly database: number | undefined },
): Promise<JobsFigure> {
  await pool.query(LET_GO, [orderIds]);
  const [beganAt, cpuMs, databaseCpuMs] = [performance.now(), cpuMsOf(pids.shop), cpuOf(pids.database)];
  while ((await countLeft(pool, orderIds)) > 0) {
    if (performance.now() - beganAt > DONE_WITHIN_MS) throw new Error('Jobs of orders are not done in time');
    await wait(LOOK_EVERY_MS);
  }
  const orders = orderIds.length;
  return {
    ...{ orders, jobsEach: JOBS_EACH, ordersPerSecond: (orders * 1_000) / (performance.now() - beganAt) },
    cpuMs: (cpuMsOf(pids.shop) - cpuMs) / orders,
    databaseCpuMs: pids.database === undefined ? undefined : (cpuOf(pids.database) - databaseCpuMs) / orders,
  };
}

async function countLeft(pool: pg.Pool, orderIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(LEFT, [orderIds]);
  return rows[0]?.jobs ?? 0;
}

const cpuOf = (pid: number | undefined) => (pid === undefined ? 0 : familyCpuMs(pid));

/** Orders that are paid, by their ids, with all their jobs; the mail that one is paid comes with its payment. */
async function payOrders({ database, seeded }: Stage, pool: pg.Pool, count: number): Promise<string[]> {
  const { parts, buyerIds, poolSize, recorded, payment } = seeded;
  const likeOrderId = recorded.of.texts.id ?? '';
  const bare = await startChild<TransactionLoad, Slice | undefined>(
    new URL('../limits/bare-transaction.ts', import.meta.url),
  );
  try {
    const source = { likeOrderId, mix: { parts, isHot: false }, buyerIds };
    const orders = await makeUnpaidOrders(pool, source, count);
    const orderIds = orders.map(({ orderId }) => orderId);
    await pool.query(PLACED_WITH, [likeOrderId, orderIds]);
    await bare.ask({
      ...{ databaseUrl: database.url, databasePid: database.pid, poolSize, recorded: payment.confirmed },
      of: { facts: orders.map(factsOfPayment) },
      timing: { transactions: count },
    });
    return orderIds;
  } finally {
    await bare.stop();
  }
}
