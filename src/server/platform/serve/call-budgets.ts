/** The only SQL on budgets of calls. Time is the database's own, since all processes count by it. */
import { createHmac } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import type { RateClass } from '#contract/kernel/operation.ts';
import { compiledOnce } from '../db/compiled-once.ts';
import type { Db } from '../db/database.ts';
import type { RateLimit } from './rate-limit.ts';

/** What was given of a caller's budget: a number of calls, or none and after how many seconds there is one. */
export type Given = { readonly calls: number } | { readonly calls: 0; readonly retryAfterSeconds: number };

/** Takes calls out of a caller's budget. */
export type TakeCalls = (
  rateClass: RateClass,
  caller: string,
  limit: RateLimit,
  wanted: number,
) => Promise<Given>;

/** Compiled once: whoever is signed in asks this with the first call of each kind in ten seconds, and with each order. */
const taking = compiledOnce(
  (
    _,
    key: Expression<string>,
    wanted: Expression<number>,
    burst: Expression<number>,
    perMinute: Expression<number>,
  ) => {
    const left = sql`least(
      ${burst}::float8,
      budget.calls_left + greatest(0, extract(epoch FROM clock_timestamp() - budget.counted_at)) * ${perMinute}::float8 / 60
    )`;
    const given = sql`least(${wanted}::int, floor(${left}))`;
    return sql<{ last_given: number; calls_left: number }>`
      INSERT INTO call_budget AS budget (caller, calls_left, last_given, counted_at)
      VALUES (${key}, ${burst}::float8 - ${wanted}::int, ${wanted}::int, clock_timestamp())
      ON CONFLICT (caller) DO UPDATE
        SET calls_left = ${left} - ${given}, last_given = ${given}, counted_at = clock_timestamp()
      RETURNING last_given, calls_left`;
  },
);

/** @param secret turns callers into hashes, so that the table tells nothing of who calls */
export function callBudgets(db: Db, secret: string): TakeCalls {
  return async (rateClass, caller, { burst, perMinute }, wanted) => {
    const key = createHmac('sha256', secret).update(`${rateClass}:${caller}`).digest('base64url');
    const { rows } = await db.executeQuery(taking(db, key, wanted, burst, perMinute));
    const [row] = rows;
    if (row === undefined) throw new Error('the budget of a caller gave nothing');
    if (row.last_given > 0) return { calls: row.last_given };
    return { calls: 0, retryAfterSeconds: ((1 - row.calls_left) * 60) / perMinute };
  };
}

const FORGET_AFTER_HOURS = 1;

/** Forgets budgets that are whole again. */
export async function forgetBudgets(db: Db): Promise<void> {
  await sql`DELETE FROM call_budget
    WHERE counted_at < clock_timestamp() - make_interval(hours => ${FORGET_AFTER_HOURS}::int)`.execute(db);
}
