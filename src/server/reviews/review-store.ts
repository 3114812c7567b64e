/** The only SQL on reviews. */
import { sql } from 'kysely';
import type { MomentCursor } from '#domain/paging.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';
import { COUNTED_TO } from '#server/platform/page-headers.ts';

/** Which reviews: what visitors see, of one part where it is named, or `all` with those that are hidden. */
export type ReviewFilter = 'all' | { readonly partId?: number | undefined };

const chosen = (db: Querier, filter: ReviewFilter) => {
  const query = db.selectFrom('review');
  if (filter === 'all') return query;
  const shown = query.where('hidden_at', 'is', null);
  return filter.partId === undefined ? shown : shown.where('part_id', '=', filter.partId);
};

/** A page of reviews, newest first, from behind this moment and id. */
export async function listReviews(
  db: Querier,
  filter: ReviewFilter,
  page: { readonly limit: number; readonly after?: MomentCursor | undefined },
) {
  let query = chosen(db, filter)
    .select(['id', 'name', 'rating', 'description', 'part_id', 'created_at', 'hidden_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(page.limit));
  if (page.after !== undefined) {
    query = query.where(
      sql<boolean>`(created_at, id) < (${page.after.moment}::timestamptz, ${page.after.id}::uuid)`,
    );
  }
  return query.execute();
}

/** How many there are, counted to one more than 10,000. */
export async function countReviews(db: Querier, filter: ReviewFilter): Promise<number> {
  const row = await db
    .selectFrom(
      chosen(db, filter)
        .select('id')
        .limit(sql.lit(COUNTED_TO + 1))
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many reviews that visitors can see gave a part each rating, from 1 to 5. */
export async function countRatings(db: Querier, partId: number): Promise<number[]> {
  const rows = await chosen(db, { partId })
    .select(['rating', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('rating')
    .execute();
  return [1, 2, 3, 4, 5].map((rating) => rows.find((row) => row.rating === rating)?.count ?? 0);
}

export type NewReviewRow = {
  readonly id: string;
  readonly userId: string;
  readonly partId: number | null;
  readonly name: string;
  readonly rating: number;
  readonly description: string;
  readonly createdAt: Date;
};

export async function insertReview(tx: Tx, review: NewReviewRow): Promise<void> {
  await tx
    .insertInto('review')
    .values({
      id: review.id,
      user_id: review.userId,
      part_id: review.partId,
      name: review.name,
      rating: review.rating,
      description: review.description,
      created_at: review.createdAt,
    })
    .execute();
}

/** Takes a review out of the shop; false when there is none to see. */
export async function hideReview(db: Querier, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('review')
    .set({ hidden_at: now })
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts a hidden review back into the shop; false when there is none. */
export async function showReview(db: Querier, id: string): Promise<boolean> {
  const row = await db
    .updateTable('review')
    .set({ hidden_at: null })
    .where('id', '=', id)
    .where('hidden_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
