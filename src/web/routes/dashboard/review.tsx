/** Adding a review: of the shop, or of the part that the address names. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { problemOf } from '#contract/kernel/api-error.ts';
import { searchText } from '#web/addresses/search-params.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { partQuery } from '#web/features/catalogue/queries.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { ReviewForm } from '#web/features/reviews/review-form.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { ErrorNotice, Note } from '#web/ui/notices.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './form-page.module.css';

export const Route = createFileRoute('/dashboard/review')({
  validateSearch: (search: Record<string, unknown>): { readonly part?: string } => {
    const part = searchText(search.part, 15);
    return part !== undefined && /^[1-9]\d{0,14}$/.test(part) ? { part } : {};
  },
  head: ({ match }) => pageHead(match.context, { title: 'Review', noIndex: true }),
  component: Review,
});

function Review() {
  const { name } = useUser();
  const { part: partId } = Route.useSearch();
  return (
    <>
      <PageTitle>Review</PageTitle>
      <div className={styles.sheet}>
        <p className="quiet">
          What you write is shown to everybody, under the name you give here, among the{' '}
          <Link to="/reviews">customer reviews</Link>.
        </p>
        {partId === undefined ? <ReviewForm name={name} /> : <ReviewOfPart key={partId} partId={partId} />}
      </div>
    </>
  );
}

/** Of the part, as soon as it is known; of the shop where the part is not sold any more, which cannot be reviewed then. */
function ReviewOfPart({ partId }: { readonly partId: string }) {
  const { name } = useUser();
  const part = useQuery({
    ...partQuery(partId),
    // Asked for again, it would take the form away in which somebody may be typing by then.
    enabled: ({ state }) => !isNotFound(state.error),
  });
  if (part.data !== undefined) {
    const { brandSlug: brand, partNumberSlug: partNumber } = part.data;
    return (
      <>
        <p>
          Your review is of{' '}
          <Link to="/catalogue/$brand/$partNumber" params={{ brand, partNumber }}>
            {part.data.name}, {part.data.brand} <PartNumber number={part.data.partNumber} />
          </Link>
          .
        </p>
        <ReviewForm name={name} partId={partId} />
      </>
    );
  }
  if (isNotFound(part.error))
    return (
      <>
        <Note tone="warn">This part is no longer sold, so your review is of the shop.</Note>
        <ReviewForm name={name} />
      </>
    );
  if (part.isError)
    return <ErrorNotice problem={problemOf(part.error) ?? undefined} onRetry={() => part.refetch()} />;
  return (
    <div role="status" aria-label="Loading the part">
      <Skeleton width="most" />
    </div>
  );
}
