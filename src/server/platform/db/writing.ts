/**
 * Whether anything can be written just now. Where the primary is gone, can only be read, or has no room left, the
 * catalogue goes on, and pages say that nothing can be ordered instead of letting people fill in forms in vain.
 */
import type pg from 'pg';
import type { Log } from '../log.ts';
import { answeredWithin } from './pool.ts';

/** How often the database is asked, unless told. */
const LOOK_EVERY_MS = 3_000;
const ANSWER_WITHIN_MS = 4_000;

export type Writing = {
  /** As far as is known; at most some seconds old. True until something else is known. */
  isPossible(): boolean;
  /** Begins to look, until the database is closed; says when it becomes possible or impossible. */
  watch(log: Log, onTurn: () => void, everyMs?: number): void;
};

/** @param pool of the primary */
export function watchedWriting(pool: pg.Pool): Writing & { noteRefused(): void; stop(): void } {
  let isPossible = true;
  /** A disk without room takes a look at its mode calmly: only writing tells. */
  let mustProve = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let log: Log | undefined;
  let onTurn = () => {};
  let lookEveryMs = LOOK_EVERY_MS;

  const set = (possible: boolean, cause?: unknown): void => {
    if (possible !== isPossible) {
      if (possible) log?.warn('the database can be written to again');
      else log?.error({ err: cause }, 'the database can not be written to; the catalogue can still be read');
    }
    const hasTurned = isPossible !== possible;
    isPossible = possible;
    if (possible) mustProve = false;
    if (hasTurned) onTurn();
  };
  const look = async (): Promise<void> => {
    try {
      if (mustProve) await proveRoom(pool);
      else await requireWritable(pool);
      set(true);
    } catch (error) {
      set(false, error);
    }
    if (!isStopped) timer = setTimeout(() => void look(), lookEveryMs).unref();
  };
  return {
    isPossible: () => isPossible,
    watch(toLog, toTell, everyMs = LOOK_EVERY_MS) {
      log = toLog;
      onTurn = toTell;
      lookEveryMs = everyMs;
      timer ??= setTimeout(() => void look(), lookEveryMs).unref();
    },
    noteRefused() {
      mustProve = true;
      set(false);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function requireWritable(pool: pg.Pool): Promise<void> {
  const asked = answeredWithin({ text: 'SHOW transaction_read_only' }, ANSWER_WITHIN_MS);
  const { rows } = await pool.query<{ transaction_read_only: string }>(asked);
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('the database can only be read');
}

/** Writes a megabyte to tables and one to the log of changes, and leaves nothing behind. */
async function proveRoom(pool: pg.Pool): Promise<void> {
  const text = `
    BEGIN;
    CREATE TEMPORARY TABLE room ON COMMIT DROP AS SELECT generate_series(1, 30000) AS unit;
    SELECT count(pg_logical_emit_message(true, 'mainshaft room', repeat('x', 65536))) FROM generate_series(1, 16);
    COMMIT`;
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(answeredWithin({ text }, ANSWER_WITHIN_MS));
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A transaction that failed half-way goes with its connection.
    client.release(failure);
  }
}
