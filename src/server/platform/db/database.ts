/**
 * The database: one pool for writing and one for reading, both spoken to through Kysely.
 *
 * Every statement is sent by name, so that PostgreSQL parses and plans a text once per connection: half the CPU of
 * unnamed ones. A text that varies (a list spelled out, a LIMIT as a parameter) spoils that; write arrays as one
 * parameter and limits as literals. Statements of a transaction that need none of each other's answers are asked for
 * by `Promise.all`: they travel together (`pipelining.ts`), and the last ones with COMMIT (`transaction.ts`). What each
 * call asks is compiled once (`compiled-once.ts`).
 */
import { type Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { Outage } from '../outage.ts';
import { WritesRefused } from './database-outage.ts';
import { pipelined } from './pipelining.ts';
import { answeredWithin, brokenOff, namedPool, openPool, STATEMENT_WITHIN_MS } from './pool.ts';
import { type ReadFrom, type Replica, replicaThatKeepsUp } from './replica.ts';
import type { DB } from './schema.gen.ts';
import { type Writing, watchedWriting } from './writing.ts';

export type Db = Kysely<DB>;
/** A transaction. Functions that change anything take one as their first argument, never an optional one. */
export type Tx = Transaction<DB>;
/** Where a query may run: in a transaction or outside. */
export type Querier = Db | Tx;

/** Both pools. A user's reads right after their own write belong to `write`. */
export type Databases = {
  readonly write: Db;
  /** Of the replica while there is one that keeps up, else of the primary. */
  readonly read: Db;
  /** For drivers that speak to PostgreSQL themselves (COPY, the queue, the identity library). */
  readonly writePool: pg.Pool;
  /** Of the primary. */
  readonly readPool: pg.Pool;
  readonly replica: Replica | undefined;
  readonly replicaPool: pg.Pool | undefined;
  /** Whether anything can be written just now. */
  readonly writing: Writing;
  /** The database is somewhere else from now on: new connections are made there. A replica stays where it is. */
  moveTo(url: string): void;
  close(): Promise<void>;
};

// bigint: amounts and ids of ours are safe integers by their CHECKs; anything else would be a bug, so say so.
pg.types.setTypeParser(20, (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} is not a safe integer`);
  return value;
});
// date stays 'YYYY-MM-DD': a moment at midnight in some zone is not what it means.
pg.types.setTypeParser(1082, (text: string) => text);

/**
 * What is read is many short statements: each text is planned once per connection, for any values, since planning a search
 * costs more than running it; what is best for some values alone is a text of its own. Compiling a plan, or sharing it
 * among workers, pays for long statements only. Writes keep PostgreSQL's own ways: a batch of thousands of rows wants
 * another plan than a row does. A jump costs little where the data is in memory or on flash: were it held for four pages in a
 * row, as PostgreSQL does by itself, a catalogue of 12,000 parts would be sorted as a whole to walk through the first of them.
 */
export const READS_ARE_SHORT =
  '-c plan_cache_mode=force_generic_plan -c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1';

export type DatabaseOptions = {
  readonly url: string;
  /** A streaming replica, where there is one. */
  readonly readUrl?: string | undefined;
  readonly maxConnections: number;
  /** How long a statement may run; 30 s unless told. */
  readonly statementWithinMs?: number;
  /** Called for errors of idle connections, which would otherwise end the process. */
  readonly onIdleError: (error: Error) => void;
  /** Told when another one is read from, where there is a replica. */
  readonly onReadFrom?: (from: ReadFrom) => void;
};

/** Opens the pools, each of so many connections at most. Connections are made at first use; `pool.ts` says how long what may take. */
export function openDatabases(options: DatabaseOptions): Databases {
  const { url, readUrl, maxConnections, statementWithinMs = STATEMENT_WITHIN_MS, onIdleError } = options;
  const same = { maxConnections, statementWithinMs, onIdleError };
  const writePool = openPool({ ...same, url });
  const readPool = openPool({ ...same, url, settings: READS_ARE_SHORT });
  const writing = watchedWriting(writePool);
  const write = dbOf(
    namedPool(writePool, statementWithinMs, (outage) => {
      if (outage instanceof WritesRefused) writing.noteRefused();
    }),
  );
  const primary: ReadPool = { pool: readPool, named: namedPool(readPool, statementWithinMs, () => {}) };
  const copy = readUrl === undefined ? undefined : openReplica(readUrl, options, writing.isPossible);
  return {
    write,
    read: dbOf(copy === undefined ? primary.named : eitherOf(copy, primary)),
    writePool,
    readPool,
    replica: copy?.replica,
    replicaPool: copy?.pool,
    writing,
    moveTo(moved) {
      for (const pool of [writePool, readPool, ...(copy === undefined ? [] : [copy.askingPool])])
        pool.options.connectionString = moved;
    },
    async close() {
      writing.stop();
      await Promise.all([writePool.end(), readPool.end(), copy?.close()]);
    },
  };
}

const dbOf = (pool: PostgresPool): Db => pipelined<DB>(new PostgresDialect({ pool }));

/** A pool, and as Kysely uses it. */
type ReadPool = { readonly pool: pg.Pool; readonly named: PostgresPool };
type Copy = ReadPool & {
  readonly replica: Replica;
  /** One connection to the primary, for looking what has changed. */
  readonly askingPool: pg.Pool;
  close(): Promise<void>;
};

function openReplica(
  readUrl: string,
  { url, maxConnections, statementWithinMs = STATEMENT_WITHIN_MS, onIdleError, onReadFrom }: DatabaseOptions,
  canWrite: () => boolean,
): Copy {
  const same = { statementWithinMs, onIdleError };
  const pool = openPool({ ...same, url: readUrl, maxConnections, settings: READS_ARE_SHORT });
  const looking = { onIdleError, statementWithinMs: LOOKS_WITHIN_MS, maxConnections: 1 };
  const [askingPool, checkingPool] = [openPool({ ...looking, url }), openPool({ ...looking, url: readUrl })];
  const named = namedPool(pool, statementWithinMs, () => {});
  return {
    pool,
    named,
    askingPool,
    replica: replicaThatKeepsUp({
      primary: dbOf(namedPool(askingPool, LOOKS_WITHIN_MS, () => {})),
      own: dbOf(named),
      has: (lines, floor) => hasLines(checkingPool, lines, floor),
      giveUp: brokenOff(pool),
      canWrite,
      tell: onReadFrom ?? (() => {}),
    }),
    async close() {
      await Promise.all([pool.end(), askingPool.end(), checkingPool.end()]);
    },
  };
}

/** By connections for this alone; what takes longer is no answer. */
const LOOKS_WITHIN_MS = 2_000;

async function hasLines(pool: pg.Pool, lines: readonly number[], floor: string | null): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(
    answeredWithin(
      {
        name: 'has_lines',
        text: `SELECT (SELECT count(*) FROM catalogue_change WHERE id = ANY($1::bigint[])) = cardinality($1::bigint[])
                      AND coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= $2::text::xid8, true) AS has`,
        values: [lines, floor],
      },
      LOOKS_WITHIN_MS,
    ),
  );
  return rows[0]?.has === true;
}

/** Connections to the one that is read from just now, or to the other where there are none to be had. */
function eitherOf({ replica, ...copy }: Copy, primary: ReadPool): PostgresPool {
  return {
    ...primary.named,
    async connect() {
      const isFromCopy = replica.isUsed();
      const [first, second] = isFromCopy ? [copy, primary] : [primary, copy];
      try {
        return await first.named.connect();
      } catch (error) {
        // Where all connections are taken, the other one must not be flooded with what waits for them.
        const isFull = first.pool.totalCount >= first.pool.options.max && replica.isUsed() === isFromCopy;
        if (isFull || !(error instanceof Outage)) throw error;
        if (isFromCopy) replica.leave();
        else replica.goAlone();
        return second.named.connect();
      }
    },
  };
}
