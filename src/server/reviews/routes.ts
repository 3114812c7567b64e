/** The operations of reviews. */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Handlers } from '#contract/kernel/operation.ts';
import type { NewReview, reviews } from '#contract/reviews.ts';
import { numberSlugOf } from '#domain/catalogue/part-number.ts';
import { decodeMomentCursor } from '#domain/paging.ts';
import { refuse, refuseWith } from '#domain/refusal.ts';
import { ratingOf } from '#domain/reviews/rating.ts';
import { findOrderableParts, holdOrderablePart } from '#server/catalogue/orderable-parts.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { answerOnce } from '#server/platform/idempotency.ts';
import { momentPage } from '#server/platform/page-headers.ts';
import { readParts } from '#server/read-models/parts.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers, User } from '#server/users/caller.ts';

import {
  countRatings,
  countReviews,
  hideReview,
  insertReview,
  listReviews,
  type ReviewFilter,
  showReview,
} from './review-store.ts';

type Deps = Pick<ShopDeps, 'databases' | 'now'>;

export function reviewHandlers(deps: Deps): Handlers<typeof reviews, ShopCallers> {
  return {
    reviewsList: ({ query }) => {
      const partId = query.partId === undefined ? undefined : Number(query.partId);
      return reviewsPage(deps.databases.read, '/review', query, { partId });
    },
    // From the primary: an admin finds at once what they have just done.
    reviewsAll: ({ query }) => reviewsPage(deps.databases.write, '/reviews/all', query, 'all'),
    partsRating: async ({ params }) => {
      const db = deps.databases.read;
      const partId = Number(params.partsId);
      if ((await findOrderableParts(db, [partId])).length === 0) return refuse('NOT_FOUND');
      return ratingOf(await countRatings(db, partId));
    },
    reviewsCreate: ({ body, caller, idempotencyKey }) => addReview(deps, caller, body, idempotencyKey),
    reviewsHide: ({ params, audit }) =>
      inTransaction(deps.databases.write, async (tx) => {
        if (!(await hideReview(tx, params.id, deps.now()))) return refuse('NOT_FOUND');
        await audit.write(tx, { object: { kind: 'review', id: params.id } });
        return { deletedCount: 1 };
      }),
    reviewsShow: ({ params, audit }) =>
      inTransaction(deps.databases.write, async (tx) => {
        if (!(await showReview(tx, params.id))) return refuse('NOT_FOUND');
        await audit.write(tx, { object: { kind: 'review', id: params.id } });
        return { modifiedCount: 1 };
      }),
  };
}

type ReviewsQuery = { readonly limit: number; readonly cursor?: string | undefined };

/** A page of reviews with the parts that they are about; visitors are told nothing of `hiddenAt`. */
async function reviewsPage(db: Querier, path: string, query: ReviewsQuery, filter: ReviewFilter) {
  const [rows, total] = await Promise.all([
    listReviews(db, filter, { limit: query.limit + 1, after: decodeMomentCursor(query.cursor) }),
    countReviews(db, filter),
  ]);
  const place = (row: (typeof rows)[number]) => ({ moment: row.created_at, id: row.id });
  const page = momentPage(path, query, { rows, total }, place);
  const parts = await partsOf(db, page.rows);
  return {
    body: page.rows.map((row) => ({
      _id: row.id,
      name: row.name,
      rating: row.rating,
      description: row.description,
      partId: row.part_id === null ? null : String(row.part_id),
      part: (row.part_id === null ? undefined : parts.get(row.part_id)) ?? null,
      createdAt: row.created_at.toISOString(),
      hiddenAt: row.hidden_at?.toISOString() ?? null,
    })),
    headers: page.headers,
  };
}

/** The parts in the shop that reviews are about, by their ids. */
async function partsOf(db: Querier, reviews: readonly { readonly part_id: number | null }[]) {
  const ids = new Set(reviews.flatMap(({ part_id: id }) => (id === null ? [] : [id])));
  const parts = await readParts(db, [...ids]);
  return new Map(
    parts.map((part) => [
      part.id,
      {
        name: part.name,
        brand: part.brand_name,
        brandSlug: part.brand_slug,
        partNumber: part.part_number,
        partNumberSlug: numberSlugOf(part.part_number),
      },
    ]),
  );
}

function addReview(deps: Deps, author: User, review: z.output<typeof NewReview>, key: string | undefined) {
  const now = deps.now();
  return inTransaction(deps.databases.write, (tx) =>
    answerOnce(
      tx,
      { userId: author.id, operation: 'reviewsCreate', key, request: review, now },
      async (claimed) => {
        const keep = await claimed;
        const partId = review.partId === undefined ? null : Number(review.partId);
        if (partId !== null && !(await holdOrderablePart(tx, partId))) {
          return refuseWith('PART_NOT_FOUND', { partId: String(partId) });
        }
        const id = randomUUID();
        await insertReview(tx, { ...review, id, partId, userId: author.id, createdAt: now });
        return keep({ insertedId: id, acknowledged: true as const });
      },
    ),
  );
}
