/** The connections that it takes to read from a streaming replica, or from the primary where it does not keep up. */
import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectionProvider, type Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { Outage } from '../outage.ts';
import { OutOfReach } from './database-outage.ts';
import { pipelined } from './pipelining.ts';
import { answeredWithin, connectionBreaker, namedPool, openPool, READS_ONLY } from './pool.ts';
import { type ReadFrom, type Replica, replicaThatKeepsUp } from './replica.ts';
import type { DB } from './schema.gen.ts';

export type ReplicaOptions = {
  readonly primaryUrl: string;
  readonly maxConnections: number;
  readonly statementWithinMs: number;
  readonly onIdleError: (error: Error) => void;
  /** Whether anything can be written just now, as far as is known. */
  readonly canWrite: () => boolean;
  /** Told when another one is read from. */
  readonly onReadFrom: (from: ReadFrom) => void;
  /** A clock that only goes forward. */
  readonly nowMs: () => number;
};

/** @param connections of another place than the pool, where there are several */
export const dbOf = (pool: PostgresPool, connections?: ConnectionProvider): Kysely<DB> =>
  pipelined<DB>(new PostgresDialect({ pool }), connections);

/** A pool, and what is read by its connections. */
export type ReadPool = { readonly pool: pg.Pool; readonly db: Kysely<DB> };
export type OpenReplica = {
  readonly pool: pg.Pool;
  readonly replica: Replica;
  /** One connection to the primary, for looking what has changed. */
  readonly askingPool: pg.Pool;
  close(): Promise<void>;
};

export function openReplica(
  url: string,
  { primaryUrl, maxConnections, statementWithinMs, onIdleError, canWrite, onReadFrom, nowMs }: ReplicaOptions,
): OpenReplica {
  const pool = openPool({ url, maxConnections, statementWithinMs, onIdleError, settings: READS_ONLY });
  const looking = { onIdleError, statementWithinMs: LOOKS_WITHIN_MS, maxConnections: 1 };
  const [askingPool, checkingPool] = [
    openPool({ ...looking, url: primaryUrl }),
    openPool({ ...looking, url }),
  ];
  return {
    pool,
    askingPool,
    replica: replicaThatKeepsUp({
      primary: dbOf(namedPool(askingPool, LOOKS_WITHIN_MS, () => {})),
      replica: dbOf(namedPool(pool, statementWithinMs, () => {})),
      hasReplayed: (lines, floor) => hasLines(checkingPool, lines, floor),
      giveUp: connectionBreaker(pool),
      canWrite,
      tell: onReadFrom,
      nowMs,
      wait: (ms) => wait(ms, undefined, { ref: false }),
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

/**
 * Connections to the one that is read from just now, or to the other where there are none to be had. What was asked of the replica
 * and is lost with its connection is asked of the primary, once: a statement alone, or all of its transaction.
 */
export function replicaOrPrimary({ replica, pool }: OpenReplica, primary: ReadPool): ConnectionProvider {
  const own: ReadPool = { pool, db: replica.db };
  return {
    async provideConnection(read, options) {
      const isOfReplica = replica.isUsed();
      const [first, second] = isOfReplica ? [own, primary] : [primary, own];
      let isConnected = false;
      try {
        return await first.db.getExecutor().provideConnection((connection) => {
          isConnected = true;
          return read(connection);
        }, options);
      } catch (error) {
        if (!(error instanceof Outage)) throw error;
        if (isConnected) {
          // A primary that is away has enough to do with those who look whether it is back.
          const mayAskAgain = isOfReplica && error instanceof OutOfReach && !replica.isAlone();
          if (!mayAskAgain) throw error;
        } else {
          // Where all connections are taken, the other one must not be flooded with what waits for them.
          const isFull = first.pool.totalCount >= first.pool.options.max && replica.isUsed() === isOfReplica;
          if (isFull) throw error;
          if (isOfReplica) replica.leave();
          else replica.goAlone();
        }
      }
      return second.db.getExecutor().provideConnection(read, options);
    },
  };
}
