/** What customers say, and the form to join them. */
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { pageHead } from '#web/document/head.ts';
import { useSession } from '#web/features/identity/session.ts';
import { reviewsQuery } from '#web/features/reviews/queries.ts';
import { ReviewCards } from '#web/features/reviews/review-cards.tsx';
import { ReviewForm } from '#web/features/reviews/review-form.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { LoadMore } from '#web/ui/pagination.tsx';
import styles from './reviews.module.css';

export const Route = createFileRoute('/reviews')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureInfiniteQueryData(reviewsQuery);
  },
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Reviews',
      description: 'What workshops, fleets and dealers say about ordering parts here.',
      canonical: '/reviews',
    }),
  component: Reviews,
});

function Reviews() {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(reviewsQuery);
  const reviews = data.pages.flatMap((page) => page.rows);
  const total = data.pages[0]?.count ?? 0;
  return (
    <div className={`wrap ${styles.page}`}>
      <div>
        <PageTitle aside={total === 1 ? '1 review' : `${total} reviews`}>Customer Review</PageTitle>
        {reviews.length === 0 ? (
          <EmptyState title="No reviews yet">The first one is yours, if you like.</EmptyState>
        ) : (
          <>
            <ReviewCards reviews={reviews} />
            <LoadMore
              summary={`${reviews.length} of ${total}`}
              busy={isFetchingNextPage}
              onMore={hasNextPage ? () => fetchNextPage() : undefined}
            />
          </>
        )}
      </div>
      <aside className={styles.aside} aria-label="Your review">
        <h2>Your review</h2>
        <YourReview />
      </aside>
    </div>
  );
}

function YourReview() {
  const session = useSession();
  if (session.status === 'signed-in') return <ReviewForm name={session.user.name} />;
  return (
    <>
      <p className="quiet">Whoever orders here can say how it went. Please sign in first.</p>
      <p>
        <ButtonLink to="/login" state={{ origin: '/reviews' }}>
          Login
        </ButtonLink>
      </p>
    </>
  );
}
