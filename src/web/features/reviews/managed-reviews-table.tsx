/** All reviews as an owner reads them: who wrote what about which part, and whether the shop shows it. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { ManagedReviewBody } from '#contract/reviews.ts';
import { Button } from '#web/ui/button.tsx';
import { Moment, PartNumber } from '#web/ui/numbers.tsx';
import { Tag } from '#web/ui/status.tsx';
import { type Column, indexColumn, Table } from '#web/ui/table.tsx';
import styles from './managed-reviews-table.module.css';

type Actions = {
  readonly onHide: (review: ManagedReviewBody) => void;
  readonly onShow: (review: ManagedReviewBody) => void;
};

export function ManagedReviewsTable({
  reviews,
  empty,
  busyId,
  onHide,
  onShow,
}: Actions & {
  readonly reviews: readonly ManagedReviewBody[] | undefined;
  readonly empty: ReactNode;
  /** The one that is being shown again. */
  readonly busyId: string | undefined;
}) {
  const columns = useMemo(() => columnsWith({ onHide, onShow }), [onHide, onShow]);
  return (
    <Table
      caption="Reviews"
      className={styles.table}
      columns={columns}
      isChosen={({ _id }) => _id === busyId}
      rows={reviews}
      rowKey={({ _id }) => _id}
      rowClassName={({ hiddenAt }) => (hiddenAt === null ? undefined : styles.hidden)}
      empty={empty}
      skeletonRows={10}
    />
  );
}

function columnsWith({ onHide, onShow }: Actions): readonly Column<ManagedReviewBody>[] {
  return [
    indexColumn,
    {
      key: 'name',
      head: 'Name',
      rowHeader: true,
      className: styles.name,
      cell: ({ name, createdAt, hiddenAt }) => (
        <>
          {name} {hiddenAt !== null && <Tag tone="bad">hidden</Tag>}
          <small>
            <Moment at={createdAt} />
          </small>
        </>
      ),
    },
    {
      key: 'rating',
      head: 'Rating',
      phoneLabel: '',
      className: styles.rating,
      cell: ({ rating }) => `${rating}/5`,
    },
    {
      key: 'review',
      head: 'Review',
      phoneLabel: '',
      className: styles.review,
      cell: (review) => (
        <>
          {review.description !== '' && <p className={styles.words}>{review.description}</p>}
          <small>
            <About review={review} />
          </small>
        </>
      ),
    },
    {
      key: 'act',
      head: <span className="sr">Hide or show again</span>,
      align: 'end',
      className: styles.act,
      // One button for both, so that it keeps the focus when the other takes its place.
      cell: (review, _, isBusy) => (
        <Button
          size="small"
          tone={review.hiddenAt === null ? 'danger' : 'quiet'}
          busy={isBusy}
          onClick={() => (review.hiddenAt === null ? onHide : onShow)(review)}
        >
          <span>
            {review.hiddenAt === null ? 'Hide' : 'Show again'}
            <span className="sr">: review by {review.name}</span>
          </span>
        </Button>
      ),
    },
  ];
}

/** What a review is about. */
function About({ review: { partId, part } }: { readonly review: ManagedReviewBody }) {
  if (partId === null) return 'About the shop';
  if (part === null) return 'About a part that is no longer sold';
  return (
    <>
      <Link
        to="/catalogue/$brand/$partNumber"
        params={{ brand: part.brandSlug, partNumber: part.partNumberSlug }}
      >
        {part.name}
      </Link>{' '}
      {part.brand} <PartNumber number={part.partNumber} />
    </>
  );
}
