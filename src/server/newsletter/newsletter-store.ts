/** The only SQL on subscriptions to the newsletter. */
import { sql } from 'kysely';
import type { SubscriptionStatus } from '#domain/newsletter/subscription.ts';
import type { MomentCursor } from '#domain/paging.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';
import { COUNTED_TO } from '#server/platform/page-headers.ts';

/**
 * Notes that somebody typed this address: one that we don't know, or that has left, is unconfirmed from now on, under this
 * request. Answers whether it may be written to, and about which request; undefined when it was written to since `pausedSince`.
 *
 * One statement, so that of two at the same moment one finds the other's mail asked for.
 */
export async function noteRequest(
  tx: Tx,
  asked: {
    readonly email: string;
    readonly requestId: string;
    readonly now: Date;
    readonly pausedSince: Date;
  },
): Promise<{ readonly requestId: string; readonly status: SubscriptionStatus } | undefined> {
  const { email, requestId, now, pausedSince } = asked;
  const row = await tx
    .insertInto('newsletter_subscription')
    .values({ email, status: 'unconfirmed', request_id: requestId, requested_at: now, mailed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({
          status: sql`CASE newsletter_subscription.status WHEN 'left' THEN 'unconfirmed' ELSE newsletter_subscription.status END`,
          request_id: sql`CASE newsletter_subscription.status WHEN 'left' THEN excluded.request_id ELSE newsletter_subscription.request_id END`,
          // A request that is repeated is a new one as to its time; a subscription keeps the time that it has.
          requested_at: sql`CASE newsletter_subscription.status WHEN 'subscribed' THEN newsletter_subscription.requested_at ELSE excluded.requested_at END`,
          confirmed_at: sql`CASE newsletter_subscription.status WHEN 'left' THEN NULL ELSE newsletter_subscription.confirmed_at END`,
          left_at: null,
          mailed_at: now,
        })
        .where('newsletter_subscription.mailed_at', '<=', pausedSince),
    )
    .returning(['request_id', 'status'])
    .executeTakeFirst();
  return row && { requestId: row.request_id, status: row.status };
}

/** The subscription of a request. */
export async function findByRequest(db: Querier, requestId: string) {
  return db
    .selectFrom('newsletter_subscription')
    .select(['email', 'status', 'mailed_at'])
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** Makes a subscriber of who asked by this request; false where it is not waiting for that. */
export async function confirmRequest(tx: Tx, requestId: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('newsletter_subscription')
    .set({ status: 'subscribed', confirmed_at: now })
    .where('request_id', '=', requestId)
    .where('status', '=', 'unconfirmed')
    .returning('email')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes an address off the list, if it is on it. */
export async function markLeft(db: Querier, email: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_subscription')
    .set({ status: 'left', left_at: now })
    .where('email', '=', email)
    .where('status', '<>', 'left')
    .execute();
}

/** Puts an address back that has left; answers its status, undefined where it is not known. */
export async function undoLeaving(tx: Tx, email: string, now: Date): Promise<SubscriptionStatus | undefined> {
  await tx
    .updateTable('newsletter_subscription')
    .set({ status: 'subscribed', left_at: null, confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('email', '=', email)
    .where('status', '=', 'left')
    .execute();
  const row = await tx
    .selectFrom('newsletter_subscription')
    .select('status')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.status;
}

/** Forgets who did not confirm since `unconfirmedSince`, and who has been away since before `leftSince`. */
export async function deleteOld(
  db: Querier,
  { unconfirmedSince, leftSince }: { readonly unconfirmedSince: Date; readonly leftSince: Date },
): Promise<void> {
  await db
    .deleteFrom('newsletter_subscription')
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'unconfirmed'), eb('requested_at', '<', unconfirmedSince)]),
        eb.and([eb('status', '=', 'left'), eb('left_at', '<', leftSince)]),
      ]),
    )
    .execute();
}

const ofStatus = (db: Querier, status: SubscriptionStatus | undefined) => {
  const query = db.selectFrom('newsletter_subscription');
  return status === undefined ? query : query.where('status', '=', status);
};

/** A page of subscriptions, newest first, from behind this moment and request. */
export async function listSubscriptions(
  db: Querier,
  status: SubscriptionStatus | undefined,
  page: { readonly limit: number; readonly after?: MomentCursor | undefined },
) {
  let query = ofStatus(db, status)
    .select(['email', 'status', 'request_id', 'requested_at', 'confirmed_at', 'left_at'])
    .orderBy('requested_at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(sql.lit(page.limit));
  if (page.after !== undefined) {
    query = query.where(
      sql<boolean>`(requested_at, request_id) < (${page.after.moment}::timestamptz, ${page.after.id}::uuid)`,
    );
  }
  return query.execute();
}

/** How many of them there are, counted to one more than 10,000. */
export async function countSubscriptions(
  db: Querier,
  status: SubscriptionStatus | undefined,
): Promise<number> {
  const row = await db
    .selectFrom(
      ofStatus(db, status)
        .select('email')
        .limit(sql.lit(COUNTED_TO + 1))
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many there are of each status; one that nobody has is left out. */
export async function countByStatus(db: Querier) {
  return db
    .selectFrom('newsletter_subscription')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')] as const)
    .groupBy('status')
    .execute();
}
