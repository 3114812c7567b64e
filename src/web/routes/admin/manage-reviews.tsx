/** What people wrote about the shop and its parts, to be hidden and shown again. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { memo, useCallback, useState } from 'react';
import type { ManagedReviewBody } from '#contract/reviews.ts';
import { pageHead } from '#web/document/head.ts';
import { allReviewsQuery, useHideReview, useShowReview } from '#web/features/reviews/managed-reviews.ts';
import { ManagedReviewsTable } from '#web/features/reviews/managed-reviews-table.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Question } from './question.tsx';
import { RowCount, RowList, useRows } from './row-list.tsx';

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
  const reviews = useRows(list);
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
        <RowCount list={list} />
      </PageTitle>
      <RowList list={list} called="reviews">
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
      </RowList>
    </>
  );
});
