/** Calls of reviews. */
import * as z from 'zod';
import { Id, Moment, PageHeaders, PageQuery, PartId, text } from './fields.ts';
import { operations } from './kernel/operation.ts';
import { IDEMPOTENCY_MISMATCH, NOT_FOUND, PART_NOT_FOUND } from './refusals.ts';

export const ReviewBody = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    rating: z.number().int(),
    description: z.string(),
    partId: PartId.nullable(),
    /** What it is about: null of the shop, and of a part that is not sold any more. */
    part: z
      .object({
        name: z.string(),
        brand: z.string(),
        brandSlug: z.string(),
        partNumber: z.string(),
        partNumberSlug: z.string(),
      })
      .nullable(),
    createdAt: Moment,
  })
  .meta({ id: 'Review' });
/** A review as admins see it. */
export const ManagedReviewBody = z
  .object({
    ...ReviewBody.shape,
    /** Since when visitors don't see it; null while they do. */
    hiddenAt: Moment.nullable(),
  })
  .meta({ id: 'ManagedReview' });
export type ManagedReviewBody = z.output<typeof ManagedReviewBody>;
/** What all reviews of a part come to. */
export const RatingBody = z
  .object({
    count: z.number().int(),
    /** 1 to 5, with two decimals; null where there is no review. */
    average: z.number().nullable(),
    /** How many gave one, two, three, four and five. */
    counts: z.array(z.number().int()).length(5),
  })
  .meta({ id: 'Rating' });
export type RatingBody = z.output<typeof RatingBody>;
export const NewReview = z.object({
  name: text(20, 'Name is Required'),
  rating: z
    .number({ error: 'Rating is 1 to 5' })
    .int('Rating is 1 to 5')
    .min(1, 'Rating is 1 to 5')
    .max(5, 'Rating is 1 to 5'),
  description: text(2000).default(''),
  partId: PartId.optional(),
});

export const reviews = operations({
  reviewsList: {
    method: 'GET',
    path: '/review',
    access: 'anonymous',
    noun: 'reviews',
    summary: 'Reviews, newest first',
    query: z.object({ ...PageQuery.shape, partId: PartId.optional() }),
    output: z.array(ReviewBody),
    outputHeaders: PageHeaders,
    cache: 'revalidate',
  },
  partsRating: {
    method: 'GET',
    path: '/parts/{partsId}/rating',
    access: 'anonymous',
    noun: 'reviews',
    summary: 'How a part is rated by its reviews',
    params: z.object({ partsId: PartId }),
    output: RatingBody,
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
  reviewsCreate: {
    method: 'POST',
    path: '/review',
    access: 'customer',
    noun: 'reviews',
    summary: 'Add a review',
    body: NewReview,
    idempotent: true,
    status: 201,
    output: z.object({ insertedId: z.uuid(), acknowledged: z.literal(true) }),
    rateClass: 'review',
    refusals: { PART_NOT_FOUND, IDEMPOTENCY_MISMATCH },
    audit: { none: "One's own." },
  },
  reviewsHide: {
    method: 'DELETE',
    path: '/review/{id}',
    access: 'admin',
    noun: 'reviews',
    summary: 'Hide a review from the shop',
    params: z.object({ id: Id }),
    output: z.object({ deletedCount: z.number().int() }),
    refusals: { NOT_FOUND },
    audit: 'review.hidden',
  },
  reviewsShow: {
    method: 'POST',
    path: '/review/{id}/show',
    access: 'admin',
    noun: 'reviews',
    summary: 'Show a hidden review in the shop again',
    params: z.object({ id: Id }),
    output: z.object({ modifiedCount: z.number().int() }),
    refusals: { NOT_FOUND },
    audit: 'review.shown',
  },
  reviewsAll: {
    method: 'GET',
    path: '/reviews/all',
    access: 'admin',
    noun: 'reviews',
    summary: 'All reviews, also those that are hidden, newest first',
    query: PageQuery,
    output: z.array(ManagedReviewBody),
    outputHeaders: PageHeaders,
  },
});
