/** What customers say of one part: how it is rated, the latest reviews, and the way to write one. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RatingBody } from '#contract/reviews.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SectionHead } from '#web/ui/headings.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { LoadMore } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './part-reviews.module.css';
import { partReviewsQuery } from './queries.ts';
import { ReviewCards } from './review-cards.tsx';

export function PartReviews({
  partId,
  rating,
}: {
  readonly partId: string;
  /** Not known yet, or not to be had just now. */
  readonly rating: RatingBody | undefined;
}) {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(partReviewsQuery(partId));
  const reviews = data?.pages.flatMap((page) => page.rows);
  return (
    <section aria-label="Reviews">
      <SectionHead
        title="Reviews"
        end={
          <ButtonLink to="/dashboard/review" search={{ part: partId }} size="small">
            Write a review
          </ButtonLink>
        }
      />
      {reviews === undefined ? (
        <Skeleton width="most" />
      ) : reviews.length === 0 ? (
        <p className="quiet">Nobody has reviewed this part yet.</p>
      ) : (
        <>
          {rating !== undefined && rating.average !== null && (
            <Rated rating={rating} average={rating.average} />
          )}
          <ReviewCards reviews={reviews} ofOnePart />
          {rating !== undefined && rating.count > reviews.length && (
            <LoadMore
              summary={`${reviews.length} of ${rating.count}`}
              busy={isFetchingNextPage}
              onMore={hasNextPage ? () => fetchNextPage() : undefined}
            />
          )}
        </>
      )}
    </section>
  );
}

function Rated({ rating, average }: { readonly rating: RatingBody; readonly average: number }) {
  return (
    <div className={styles.rated}>
      <p className={styles.average}>
        <b>{average.toFixed(1)}</b> of 5
        <span className="small quiet">
          <Quantity value={rating.count} unit={rating.count === 1 ? 'review' : 'reviews'} />
        </span>
      </p>
      <dl className={styles.counts} aria-label="How many gave which rating">
        {[5, 4, 3, 2, 1].map((value) => (
          <div key={value}>
            <dt>
              {value}
              <span className="sr"> of 5</span>
            </dt>
            <dd>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${((rating.counts[value - 1] ?? 0) / rating.count) * 100}%` }} />
              </span>
              <Quantity value={rating.counts[value - 1] ?? 0} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
