/** What customers say, as cells of a ruled sheet. */
import { Link } from '@tanstack/react-router';
import type * as z from 'zod';
import type { ReviewBody } from '#contract/reviews.ts';
import { PartNumber } from '#web/ui/numbers.tsx';
import styles from './review-cards.module.css';

type Review = z.output<typeof ReviewBody>;

export function ReviewCards({
  reviews,
  ofOnePart = false,
}: {
  readonly reviews: readonly Review[];
  /** What they are about is said beside them. */
  readonly ofOnePart?: boolean;
}) {
  return (
    <ul className={styles.grid}>
      {reviews.map((review) => (
        <li key={review._id} className={styles.cell}>
          <figure className={styles.review}>
            <figcaption>
              <b>{review.name}</b>
              <Rating value={review.rating} />
            </figcaption>
            {review.part !== null && !ofOnePart && (
              <p className={styles.about}>
                <Link
                  to="/catalogue/$brand/$partNumber"
                  params={{ brand: review.part.brandSlug, partNumber: review.part.partNumberSlug }}
                >
                  {review.part.name}
                </Link>{' '}
                {review.part.brand} <PartNumber number={review.part.partNumber} />
              </p>
            )}
            {review.description !== '' && <blockquote>{review.description}</blockquote>}
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** A rating as five bars and as words: "4/5". */
function Rating({ value }: { readonly value: number }) {
  return (
    <span className={styles.rating}>
      <svg viewBox="0 0 58 8" width="58" height="8" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((step) => (
          <rect
            key={step}
            className={step <= value ? styles.full : styles.empty}
            x={(step - 1) * 12}
            width="10"
            height="8"
          />
        ))}
      </svg>
      {value}/5
    </span>
  );
}
