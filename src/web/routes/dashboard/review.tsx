/** Adding a review. */
import { createFileRoute, Link } from '@tanstack/react-router';
import { useUser } from '#web/features/identity/guards.tsx';
import { ReviewForm } from '#web/features/reviews/review-form.tsx';
import { pageHead } from '#web/head.ts';
import { PageTitle } from '#web/ui/headings.tsx';
import styles from './form-page.module.css';

export const Route = createFileRoute('/dashboard/review')({
  head: ({ match }) => pageHead(match.context, { title: 'Review', noIndex: true }),
  component: Review,
});

function Review() {
  const user = useUser();
  return (
    <>
      <PageTitle>Review</PageTitle>
      <div className={styles.sheet}>
        <p className="quiet">
          What you write is shown to everybody, under the name you give here, among the{' '}
          <Link to="/reviews">customer reviews</Link>.
        </p>
        <ReviewForm name={user.name} />
      </div>
    </>
  );
}
