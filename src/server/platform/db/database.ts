/**
 * The database: one pool for writing and one for reading, both spoken to through Kysely.
 *
 * Every statement is sent by name, so that PostgreSQL parses and plans a text once per connection: half the CPU of
 * unnamed ones. A text that varies (a list spelled out, a LIMIT as a parameter) spoils that; write arrays as one
 * parameter and limits as literals. Statements of a transaction that need none of each other's answers are asked for
 * by `Promise.all`: they travel together (`pipelining.ts`), and the last ones with COMMIT (`transaction.ts`). What each
 * call asks is compiled once (`compiled-once.ts`).
 */
import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import { WritesRefused } from './database-outage.ts';
import { dbOf, openReplica, type ReadPool, replicaOrPrimary } from './open-replica.ts';
import { namedPool, openPool, READS_ONLY, STATEMENT_WITHIN_MS } from './pool.ts';
import type { ReadFrom, Replica } from './replica.ts';
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
  /** The clock by which a replica keeps up, one that only goes forward; the process's unless told. */
  readonly nowMs?: () => number;
};

/** Opens the pools, each of so many connections at most. Connections are made at first use; `pool.ts` says how long what may take. */
export function openDatabases(options: DatabaseOptions): Databases {
  const { url, readUrl, maxConnections, statementWithinMs = STATEMENT_WITHIN_MS, onIdleError } = options;
  const same = { maxConnections, statementWithinMs, onIdleError };
  const writePool = openPool({ ...same, url });
  const readPool = openPool({ ...same, url, settings: READS_ONLY });
  const writing = watchedWriting(writePool);
  const write = dbOf(
    namedPool(writePool, statementWithinMs, (outage) => {
      if (outage instanceof WritesRefused) writing.noteRefused();
    }),
  );
  const named = namedPool(readPool, statementWithinMs, () => {});
  const primary: ReadPool = { pool: readPool, db: dbOf(named) };
  const opened =
    readUrl === undefined
      ? undefined
      : openReplica(readUrl, {
          ...{ ...same, primaryUrl: url, canWrite: writing.isPossible },
          onReadFrom: options.onReadFrom ?? (() => {}),
          nowMs: options.nowMs ?? (() => performance.now()),
        });
  return {
    write,
    read: opened === undefined ? primary.db : dbOf(named, replicaOrPrimary(opened, primary)),
    writePool,
    readPool,
    replica: opened?.replica,
    replicaPool: opened?.pool,
    writing,
    moveTo(moved) {
      for (const pool of [writePool, readPool, ...(opened === undefined ? [] : [opened.askingPool])])
        pool.options.connectionString = moved;
    },
    async close() {
      writing.stop();
      await Promise.all([writePool.end(), readPool.end(), opened?.close()]);
    },
  };
}
