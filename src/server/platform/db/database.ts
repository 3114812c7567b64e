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
import { namedPool, openPool, STATEMENT_WITHIN_MS } from './pool.ts';
import { type Replica, replicaThatKeepsUp } from './replica.ts';
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
  /** Called when the replica is no longer read from, and when it is again. */
  readonly onReplica?: (isUsed: boolean) => void;
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
  const primary = namedPool(readPool, statementWithinMs, () => {});
  const copy = readUrl === undefined ? undefined : openReplica(readUrl, dbOf(primary), options);
  return {
    write,
    read: dbOf(copy === undefined ? primary : copyOrPrimary(copy, primary)),
    writePool,
    readPool,
    replica: copy?.replica,
    writing,
    moveTo(moved) {
      writePool.options.connectionString = moved;
      readPool.options.connectionString = moved;
    },
    async close() {
      writing.stop();
      await Promise.all([writePool.end(), readPool.end(), copy?.close()]);
    },
  };
}

const dbOf = (pool: PostgresPool): Db => pipelined<DB>(new PostgresDialect({ pool }));

type Copy = { readonly replica: Replica; readonly pool: PostgresPool; close(): Promise<void> };

function openReplica(
  url: string,
  primary: Db,
  { maxConnections, statementWithinMs = STATEMENT_WITHIN_MS, onIdleError, onReplica }: DatabaseOptions,
): Copy {
  const same = { url, statementWithinMs, onIdleError };
  const pool = openPool({ ...same, maxConnections, settings: READS_ARE_SHORT });
  const placePool = openPool({ ...same, maxConnections: 1 });
  const named = namedPool(pool, statementWithinMs, () => {});
  return {
    replica: replicaThatKeepsUp(primary, { db: dbOf(named), pool }, placePool, onReplica ?? (() => {})),
    pool: named,
    async close() {
      await Promise.all([pool.end(), placePool.end()]);
    },
  };
}

/** Connections to the one that is read from just now, or to the other where there are none to be had. */
function copyOrPrimary({ replica, pool: copy }: Copy, primary: PostgresPool): PostgresPool {
  return {
    ...primary,
    async connect() {
      const isUsed = replica.isUsed();
      const [first, second] = isUsed ? [copy, primary] : [primary, copy];
      try {
        return await first.connect();
      } catch (error) {
        // Where all connections are taken, the other one must not be flooded with what waits for them.
        const isFull = isUsed && replica.pool.totalCount >= replica.pool.options.max;
        if (isFull || !(error instanceof Outage)) throw error;
        if (isUsed) replica.leave();
        return second.connect();
      }
    },
  };
}
