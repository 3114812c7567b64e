/** What people wrote about the shop and its parts, to be hidden and shown again. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { memo, useCallback, useMemo, useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { ManagedReviewBody } from '#contract/reviews.ts';
import { pageHead } from '#web/document/head.ts';
import { allReviewsQuery, useHideReview, useShowReview } from '#web/features/reviews/managed-reviews.ts';
import { ManagedReviewsTable } from '#web/features/reviews/managed-reviews-table.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { LoadMore } from '#web/ui/pagination.tsx';
import { Question } from './question.tsx';

export const Route = createFileRoute('/dashboard/_admin/manageReviews')({
  head: ({ match }) => pageHead(match.context, { title: 'Manage Reviews', noIndex: true }),
  component: ManageReviews,
});

function ManageReviews() {
  const [asked, setAsked] = useState<ManagedReviewBody>();
  const hide = useHideReview();
  return (
    <>
      <ReviewList onHide={setAsked} />
      <Question
        about={asked}
        mutation={hide}
        title="Are you sure?"
        confirmLabel="Hide"
        kept="The list shows how it stands."
        onClose={() => setAsked(undefined)}
      >
        {({ name, rating }) =>
          `What ${name} wrote will be gone from the shop, and its ${rating}/5 will not count. It stays here, where you can show it again.`
        }
      </Question>
    </>
  );
}

/** Apart from the question, which so opens without the list being gone through. */
const ReviewList = memo(function ReviewList({
  onHide,
}: {
  readonly onHide: (review: ManagedReviewBody) => void;
}) {
  const list = useInfiniteQuery(allReviewsQuery);
  const reviews = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data]);
  const last = list.data?.pages.at(-1);
  const show = useShowReview();
  const { mutate: mutateShown, isPending: isShowing } = show;
  const onShow = useCallback(
    (review: ManagedReviewBody) => {
      if (!isShowing) mutateShown(review);
    },
    [mutateShown, isShowing],
  );
  return (
    <>
      <PageTitle>
        Reviews
        {last !== undefined && (
          <>
            : <Quantity value={last.count} />
            {last.isLowerBound && '+'}
          </>
        )}
      </PageTitle>
      {list.isError && reviews === undefined ? (
        <ErrorNotice problem={problemOf(list.error) ?? undefined} onRetry={() => list.refetch()} />
      ) : (
        <>
          <ManagedReviewsTable
            reviews={reviews}
            empty={
              <EmptyState title="No reviews yet">
                What people write about the shop or a part stands here as soon as it is in the shop.
              </EmptyState>
            }
            busyId={show.isPending ? show.variables._id : undefined}
            onHide={onHide}
            onShow={onShow}
          />
          {list.isFetchNextPageError && (
            <ErrorNotice
              problem={problemOf(list.error) ?? undefined}
              kept="The reviews above stay."
              onRetry={() => list.fetchNextPage()}
            />
          )}
          {reviews !== undefined && last !== undefined && reviews.length > 0 && (
            <LoadMore
              summary={
                <>
                  <Quantity value={reviews.length} /> of <Quantity value={last.count} />
                  {last.isLowerBound && '+'}
                </>
              }
              busy={list.isFetchingNextPage}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            />
          )}
        </>
      )}
    </>
  );
});
