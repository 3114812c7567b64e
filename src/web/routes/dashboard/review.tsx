/** Adding a review: of the shop, or of the part that the address names. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { searchText } from '#web/addresses/search-params.ts';
import { pageHead } from '#web/document/head.ts';
import { partQuery } from '#web/features/catalogue/queries.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { ReviewForm } from '#web/features/reviews/review-form.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
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
  const user = useUser();
  const { part: partId = '' } = Route.useSearch();
  // A part that is not sold any more cannot be reviewed; then it is a review of the shop.
  const part = useQuery({ ...partQuery(partId), enabled: partId !== '' }).data;
  return (
    <>
      <PageTitle>Review</PageTitle>
      <div className={styles.sheet}>
        <p className="quiet">
          What you write is shown to everybody, under the name you give here, among the{' '}
          <Link to="/reviews">customer reviews</Link>.
        </p>
        {part !== undefined && (
          <p>
            Your review is of{' '}
            <Link
              to="/catalogue/$brand/$partNumber"
              params={{ brand: part.brandSlug, partNumber: part.partNumberSlug }}
            >
              {part.name}, {part.brand} <PartNumber number={part.partNumber} />
            </Link>
            .
          </p>
        )}
        <ReviewForm name={user.name} partId={part?._id} />
      </div>
    </>
  );
}
