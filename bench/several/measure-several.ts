/**
 * `npm run bench -- processes`: what a request costs the shop's processes and the database when 1, 2 and 4 of them share
 * the load, and with a replica to read from. On a machine where all of it shares the cores this tells costs, not speed.
 */
import { join } from 'node:path';
import pg from 'pg';
import { isOwnServer } from '../bench-database.ts';
import { type Child, startChild } from '../child-process.ts';
import type { TransactionLoad } from '../limits/bare-transaction.ts';
import type { RecordedTransaction } from '../limits/recorded-transaction.ts';
import type { LoadRequest } from '../load/generator.ts';
import { describeMachine, shortName } from '../machine.ts';
import { type Measured, summarise } from '../measure.ts';
import { type OpenBench, openBench, type Undo } from '../open-bench.ts';
import { readOptions, SECONDS } from '../options.ts';
import { familyCpuMs } from '../processes.ts';
import { formatMachine } from '../report.ts';
import { keepResults } from '../results.ts';
import { type Seeded, seed } from '../seed.ts';
import { type ShopEnvironment, type ShopProcess, startShop } from '../shop.ts';
import type { Slice } from '../slice.ts';
import { aligned } from '../table.ts';
import { factsOfPayment, makeUnpaidOrders } from '../workloads/unpaid-orders.ts';
import { type JobsFigure, measureJobs } from './jobs-of-orders.ts';
import { openReplica, type Replica } from './replica.ts';

const COUNTS = [1, 2, 4] as const;
/** Over all processes. */
const CONNECTIONS = 32;
const WARM_UP_MS = 1_500;
/** Of each process, for reading and for writing, so that those of four fit into the server's hundred. */
const POOL_SIZE = '10';
/** How many transactions of a kind tell what one of them writes. */
const WRITTEN = 500;
const WORDS = ['brake', 'oil filter', 'shock absorber', 'wiper', 'battery', 'chain kit', 'clutch', 'lamp'];

export type SeveralFigure = {
  readonly name: string;
  readonly processes: number;
  readonly replica: boolean;
  readonly measured: Measured;
  readonly replicaCpuMsPerRequest: number | undefined;
};
/** What one transaction leaves behind. */
export type Written = {
  readonly what: string;
  /** Right after a checkpoint, when each page that is touched goes into the log as a whole. */
  readonly logBytesAtMost: number;
  /** When most pages have been. */
  readonly logBytes: number;
  readonly tableBytes: number;
  readonly statements: number;
};

type Stage = Pick<OpenBench, 'database' | 'opening'> & {
  readonly seeded: Seeded;
  readonly generator: Child<LoadRequest, Slice>;
  readonly windowMs: number;
};

export async function measureSeveral(args: readonly string[], undo: Undo): Promise<void> {
  const { seconds } = readOptions(args, { seconds: SECONDS });
  console.error('Database and catalogue …');
  const { folder, database, opening, loadBefore } = await openBench(undo);
  const seeded = await seed(opening);
  const generator = await startChild<LoadRequest, Slice>(new URL('../load/generator.ts', import.meta.url));
  undo.push(() => generator.stop());
  const stage: Stage = { database, opening, seeded, generator, windowMs: seconds * 1_000 };

  const written = await whatIsWritten(stage);
  const jobs = await measureJobs(stage);
  console.error(`  jobs of ${jobs.ordersPerSecond.toFixed(0)} orders a second`);
  const figures: SeveralFigure[] = [];
  for (const count of COUNTS) {
    figures.push(...(await measureKept(stage, count)), ...(await measureUnkept(stage, count)));
    console.error(`  ${count} of them`);
  }
  let catchUpMs: number | undefined;
  if (isOwnServer()) {
    console.error('A replica …');
    const replica = await openReplica({ url: database.url, dataDir: join(folder, 'database') }, folder);
    undo.push(() => replica.close());
    await replica.catchUp();
    figures.push(...(await measureKept(stage, 2, replica)), ...(await measureUnkept(stage, 2, replica)));
    catchUpMs = await replica.catchUp();
  } else console.error('No replica: BENCH_DATABASE_URL names a server, whose files are its own');

  const machine = describeMachine(database, folder, loadBefore);
  const settings = { seconds, connections: CONNECTIONS, connectionsOfEach: Number(POOL_SIZE) };
  console.log(
    `\n${formatMachine(machine)}\n\n${formatSeveral(figures)}\n\n${formatWritten(written)}\n\n${formatJobs(jobs)}\n`,
  );
  await keepResults(`${shortName(machine)}-processes`, {
    machine,
    ...settings,
    written,
    jobs,
    catchUpMs,
    figures,
  });
}

type Asked = { readonly name: string; readonly load: LoadRequest['load']; readonly path: string };

/** Reading what is kept, and ordering. */
async function measureKept(stage: Stage, count: number, replica?: Replica): Promise<SeveralFigure[]> {
  const { parts, buyerIds, secrets } = stage.seeded;
  const tokenSecret = secrets.accessToken;
  return withShops(stage, count, {}, replica, [
    { name: 'GET /api/parts, kept', load: { kind: 'get', headers: {} }, path: '/api/parts' },
    { name: 'home page, kept', load: { kind: 'get', headers: { accept: 'text/html' } }, path: '/' },
    {
      name: 'POST /api/order',
      load: { kind: 'orders', mix: { parts, isHot: false }, buyerIds, tokenSecret },
      path: '/api/order',
    },
  ]);
}

/** Reading with nothing kept, so each answer is made: what a shop pays whose visitors all ask for something else. */
async function measureUnkept(stage: Stage, count: number, replica?: Replica): Promise<SeveralFigure[]> {
  const { parts } = stage.seeded;
  const get = (paths: readonly string[]): LoadRequest['load'] => ({ kind: 'get', headers: {}, paths });
  const some = parts.filter((_part, at) => at % 97 === 0);
  return withShops(stage, count, { ANSWER_CACHE_MB: '0' }, replica, [
    { name: 'GET /api/parts, not kept', load: get(['/api/parts']), path: '/' },
    {
      name: 'search, not kept',
      load: get(WORDS.map((word) => `/api/search?q=${encodeURIComponent(word)}`)),
      path: '/',
    },
    { name: 'one part, not kept', load: get(some.map(({ id }) => `/api/parts/${id}`)), path: '/' },
    { name: 'home page, not kept', load: { kind: 'get', headers: { accept: 'text/html' } }, path: '/' },
  ]);
}

async function withShops(
  { database, opening, generator, windowMs }: Stage,
  count: number,
  more: ShopEnvironment,
  replica: Replica | undefined,
  asked: readonly Asked[],
): Promise<SeveralFigure[]> {
  const reading = replica === undefined ? {} : { DATABASE_READ_URL: replica.url };
  const environment = { ...opening.environment, DATABASE_MAX_CONNECTIONS: POOL_SIZE, ...reading, ...more };
  const shops: ShopProcess[] = [];
  try {
    // One after the other, so that each finds a port of its own.
    for (let at = 0; at < count; at += 1) shops.push(await startShop({ ...opening, environment }));
    const [first, ...others] = shops;
    if (first === undefined) return [];
    const watched = {
      serverPid: first.pid,
      otherServerPids: others.map(({ pid }) => pid),
      databasePid: database.pid,
    };
    const figures: SeveralFigure[] = [];
    for (const { name, load, path } of asked) {
      const ask = (warmUpMs: number, ms: number) =>
        generator.ask({
          url: shops.map(({ url }) => `${url}${path}`),
          load,
          timing: { connections: CONNECTIONS, warmUpMs, windowMs: ms },
          watched,
        });
      await ask(WARM_UP_MS, 1);
      const before = replica === undefined ? 0 : familyCpuMs(replica.pid);
      const slice = await ask(0, windowMs);
      const replicaCpuMs = replica === undefined ? undefined : familyCpuMs(replica.pid) - before;
      const measured = summarise([slice]);
      figures.push({
        ...{ name, processes: count, replica: replica !== undefined, measured },
        replicaCpuMsPerRequest: replicaCpuMs === undefined ? undefined : replicaCpuMs / measured.requests,
      });
    }
    return figures;
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
  }
}

/** By how much the log and the tables grow with one order and one payment: their very statements, sent again and again. */
async function whatIsWritten({ database, seeded }: Stage): Promise<Written[]> {
  const { parts, buyerIds, poolSize, recorded, payment } = seeded;
  const { url: databaseUrl, pid: databasePid } = database;
  const mix = { parts, isHot: false };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const bare = await startChild<TransactionLoad, Slice | undefined>(
    new URL('../limits/bare-transaction.ts', import.meta.url),
  );
  const sizes = async () => {
    const { rows } = await pool.query<{ log: number; tables: number }>(
      `SELECT (pg_current_wal_lsn() - '0/0')::bigint AS log, pg_database_size(current_database())::bigint AS tables`,
    );
    return rows[0] ?? { log: 0, tables: 0 };
  };
  const one = async (
    what: string,
    recorded: RecordedTransaction,
    next: () => Promise<TransactionLoad['of']>,
  ): Promise<Written> => {
    const write = async () => {
      const of = await next();
      const before = await sizes();
      const timing = { transactions: WRITTEN };
      await bare.ask({ databaseUrl, poolSize, databasePid, recorded, of, timing });
      const after = await sizes();
      return { log: (after.log - before.log) / WRITTEN, tables: (after.tables - before.tables) / WRITTEN };
    };
    await pool.query('CHECKPOINT');
    const first = await write();
    const second = await write();
    return {
      ...{ what, statements: recorded.statements.length, logBytesAtMost: first.log, logBytes: second.log },
      tableBytes: (first.tables + second.tables) / 2,
    };
  };
  try {
    const order = await one('order', recorded, async () => ({ mix, buyerIds }));
    const source = { likeOrderId: recorded.of.texts.id ?? '', mix, buyerIds };
    const paid = await one('payment', payment.confirmed, async () => ({
      facts: (await makeUnpaidOrders(pool, source, WRITTEN)).map(factsOfPayment),
    }));
    return [order, paid];
  } finally {
    await bare.stop();
    await pool.end();
  }
}

function formatSeveral(figures: readonly SeveralFigure[]): string {
  const ms = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(3));
  const head = [
    '',
    'processes',
    'req/s',
    'p50 ms',
    'p99 ms',
    'app CPU ms',
    'DB CPU ms',
    'replica',
    'MB in all',
    'others',
  ];
  const rows = figures.map(({ name, processes, replica, measured, replicaCpuMsPerRequest }) => [
    `${name}${replica ? ', from a replica' : ''}`,
    String(processes),
    measured.requestsPerSecond.toFixed(0),
    measured.p50Ms.toFixed(1),
    measured.p99Ms.toFixed(1),
    ms(measured.cpuMsPerRequest),
    ms(measured.databaseCpuMsPerRequest),
    ms(replicaCpuMsPerRequest),
    measured.peakMemoryMb.toFixed(0),
    `${(measured.othersBusy * 100).toFixed(0)} %`,
  ]);
  return aligned([head, ...rows.toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''))]);
}

function formatWritten(written: readonly Written[]): string {
  const rows = written.map(({ what, logBytesAtMost, logBytes, tableBytes, statements }) => [
    what,
    logBytesAtMost.toFixed(0),
    logBytes.toFixed(0),
    tableBytes.toFixed(0),
    String(statements),
  ]);
  return aligned([
    ['one', 'bytes of log after a checkpoint', 'later', 'bytes of tables', 'statements'],
    ...rows,
  ]);
}

function formatJobs({ jobsEach, ordersPerSecond, cpuMs, databaseCpuMs }: JobsFigure): string {
  return aligned([
    ['the jobs of one paid order', 'orders/s', 'app CPU ms', 'DB CPU ms'],
    [
      `${jobsEach}, by one process`,
      ordersPerSecond.toFixed(0),
      cpuMs.toFixed(3),
      databaseCpuMs?.toFixed(3) ?? '–',
    ],
  ]);
}
