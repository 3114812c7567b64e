/**
 * A streaming replica that is read from while it is known to keep up: `ask` has just found that it does. Where it falls behind, or
 * nobody has asked for a second, the primary is read from, so nothing that is read is older than a second.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { Outage } from '../outage.ts';
import { answeredWithin } from './pool.ts';
import type { DB } from './schema.gen.ts';

/** So long the replica may take to get what the primary has: more than it takes, and a wait that nobody minds. */
const THERE_WITHIN_MS = 250;
const LONGEST_PAUSE_MS = 16;
/** What `ask` has found is believed for so long. */
const KNOWN_FOR_MS = 1_000;
/** Who fell behind is not waited for again before that. */
const LEFT_FOR_MS = 2_000;
/** A primary that does not answer so soon counts as away, and is not asked again for a while. */
const PRIMARY_WITHIN_MS = 2_000;
const PRIMARY_AWAY_FOR_MS = 3_000;

/** An answer with the place in the primary's log that it was read behind; null where it came from a replica. */
export type Placed = { readonly place: string | null };

export type Replica = {
  /** Reads from it, whether it keeps up or not. */
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  /** Whether what is read is read from it. */
  isUsed(): boolean;
  /** Something has just been changed: the primary is read from until somebody asks again. */
  doubt(): void;
  /** It can't be connected to. */
  leave(): void;
  /**
   * Asks the primary. As soon as this resolves, what is read has at least what the answer was read from. While the primary is
   * away, which is when nothing changes, the replica is asked, and read from.
   *
   * @param ask throws an `Outage` where that database is away
   */
  ask<Answer extends Placed>(ask: (db: Kysely<DB>) => Promise<Answer>): Promise<Answer>;
};

/**
 * @param primary reads from the primary
 * @param own the replica
 * @param placePool one connection to the replica for a question that must not wait for others
 * @param tell told each time that it is left or used again
 */
export function replicaThatKeepsUp(
  primary: Kysely<DB>,
  own: Pick<Replica, 'db' | 'pool'>,
  placePool: pg.Pool,
  tell: (isUsed: boolean) => void,
): Replica {
  let keepsUp = true;
  let knownAtMs = Number.NEGATIVE_INFINITY;
  let doubtedAtMs = Number.NEGATIVE_INFINITY;
  let leftAtMs = 0;
  let primaryAwayFromMs = Number.NEGATIVE_INFINITY;
  let newest: string | undefined;

  function turn(doesKeepUp: boolean): void {
    if (doesKeepUp === keepsUp) return;
    keepsUp = doesKeepUp;
    tell(keepsUp);
  }

  /** It has all that there was at that moment. */
  function noteThere(atMs: number): void {
    knownAtMs = atMs;
    turn(true);
  }

  function noteBehind(): void {
    leftAtMs = performance.now();
    turn(false);
  }

  async function reach(place: string, atMs: number): Promise<void> {
    newest = place;
    if (!keepsUp) {
      if (performance.now() - leftAtMs > LEFT_FOR_MS) void comeBack(place, atMs);
    } else if (await isThere(placePool, place)) noteThere(atMs);
    else noteBehind();
  }

  /** Nobody waits for this; it counts only where nothing newer was asked for meanwhile. */
  async function comeBack(place: string, atMs: number): Promise<void> {
    leftAtMs = performance.now();
    if ((await isThere(placePool, place)) && newest === place) noteThere(atMs);
  }

  async function askPrimary<Answer extends Placed>(ask: (db: Kysely<DB>) => Promise<Answer>) {
    if (performance.now() - primaryAwayFromMs < PRIMARY_AWAY_FOR_MS) return undefined;
    try {
      const answer = await Promise.race([ask(primary), nothingAfter(PRIMARY_WITHIN_MS)]);
      if (answer !== undefined) return answer;
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
    }
    primaryAwayFromMs = performance.now();
    return undefined;
  }

  return {
    ...own,
    isUsed: () => keepsUp && knownAtMs > doubtedAtMs && performance.now() - knownAtMs <= KNOWN_FOR_MS,
    doubt() {
      doubtedAtMs = performance.now();
    },
    leave: noteBehind,
    async ask(ask) {
      const atMs = performance.now();
      const answer = await askPrimary(ask);
      if (answer === undefined || answer.place === null) noteThere(performance.now());
      else await reach(answer.place, atMs);
      return answer ?? ask(own.db);
    },
  };
}

const IS_THERE = 'SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isThere"';

/** Whether the replica has the log up to this place, or gets it within a moment. */
async function isThere(pool: pg.Pool, place: string): Promise<boolean> {
  const untilMs = performance.now() + THERE_WITHIN_MS;
  const query = answeredWithin({ name: 'is_there', text: IS_THERE, values: [place] }, THERE_WITHIN_MS);
  const arrive = async () => {
    for (let pauseMs = 1; performance.now() < untilMs; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const { rows } = await pool.query<{ isThere: boolean }>(query);
      if (rows[0]?.isThere === true) return true;
      await wait(pauseMs);
    }
    return false;
  };
  return (await Promise.race([arrive().catch(() => false), nothingAfter(THERE_WITHIN_MS)])) === true;
}

const nothingAfter = (ms: number) => wait(ms, undefined, { ref: false });
