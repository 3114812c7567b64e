/** Home: find a part, see the first ones, what customers say, and what the shop is. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { pageHead } from '#web/document/head.ts';
import { NUMBER_TYPEFACE } from '#web/document/typefaces.ts';
import { PartCards } from '#web/features/catalogue/part-cards.tsx';
import { firstPartsQuery, kindsQuery } from '#web/features/catalogue/queries.ts';
import { RecentPartsStrip } from '#web/features/catalogue/recent-parts-strip.tsx';
import { useSession } from '#web/features/identity/session.ts';
import { newestReviewsQuery } from '#web/features/reviews/queries.ts';
import { ReviewCards } from '#web/features/reviews/review-cards.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { FitBadge } from '#web/features/vehicles/fit-badge.tsx';
import { MakeGrid } from '#web/features/vehicles/make-grid.tsx';
import { useFits } from '#web/features/vehicles/use-fits.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SectionHead } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { StillLife } from '#web/ui/still-life.tsx';
import styles from './home.module.css';
import { HomeCarousel } from './home-carousel.tsx';

const FEATURED_PARTS = 6;
/** Parts that are hard to find elsewhere. */
const SOURCED = [
  '/pictures/turbocharger-800.webp',
  '/pictures/steering-rack-800.webp',
  '/pictures/clutch-kit-800.webp',
] as const;
const firstParts = firstPartsQuery(FEATURED_PARTS);
const newestReviews = newestReviewsQuery(6);

export const Route = createFileRoute('/')({
  search: keepVehicle,
  staticData: { followsStock: true },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(firstParts),
      queryClient.ensureQueryData(newestReviews),
      queryClient.ensureQueryData(kindsQuery),
    ]);
  },
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Vehicle parts, wholesale',
      description:
        'Parts for cars, trucks and motorcycles at wholesale prices: found by any number that stands on the box, ordered by the case.',
      canonical: '/',
      preload: NUMBER_TYPEFACE,
    }),
  component: Home,
});

function Home() {
  const shop = useShop();
  const parts = useSuspenseQuery(firstParts).data;
  const reviews = useSuspenseQuery(newestReviews).data;
  const fitOf = useFits(parts.map((part) => part._id));
  return (
    <div className="wrap">
      <HomeCarousel kinds={useSuspenseQuery(kindsQuery).data} />
      <section className={styles.section}>
        <SectionHead
          title="Our Products"
          end={
            <>
              <Link to="/catalogue/categories">Part types</Link>
              <Link to="/catalogue/brands">Brands</Link>
              <Link to="/catalogue/vehicles">Vehicles</Link>
              <Link to="/catalogue">All parts</Link>
            </>
          }
        />
        {parts.length === 0 ? (
          <EmptyState title="No parts yet">
            The first ones stand here as soon as the shop has them.
          </EmptyState>
        ) : (
          <PartCards
            parts={parts}
            currency={shop.listCurrency}
            fitOf={(partId) => <FitBadge fit={fitOf(partId)} />}
          />
        )}
      </section>
      <section className={styles.section}>
        <SectionHead title="Customer Review" end={<Link to="/reviews">All reviews</Link>} />
        {reviews.length === 0 ? (
          <EmptyState title="No reviews yet">The first one is yours, if you like.</EmptyState>
        ) : (
          <ReviewCards reviews={reviews} />
        )}
      </section>
      <section className={styles.section}>
        <SectionHead title="Vehicle Brands" />
        <MakeGrid />
      </section>
      <Business />
      <RecentPartsStrip />
    </div>
  );
}

function Business() {
  const isSignedIn = useSession().status === 'signed-in';
  const { clients, countries, products } = useShop().business;
  return (
    <section className={styles.pitch}>
      <dl className={styles.sums}>
        <div>
          <dt>happy clients</dt>
          <dd>{clients}</dd>
        </div>
        <div>
          <dt>countries</dt>
          <dd>{countries}</dd>
        </div>
        <div>
          <dt>products</dt>
          <dd>{products}</dd>
        </div>
      </dl>
      <div className={styles.source}>
        <h2>Can’t find it? We source it.</h2>
        <p className="quiet">
          Original and aftermarket parts for cars, trucks and motorcycles, from makers all over the world,
          sold in the quantities that a workshop uses. An account takes a minute and shows every price, stock
          figure and minimum before you order.
        </p>
        <p>
          <ButtonLink to={isSignedIn ? '/catalogue' : '/signup'} tone="signal">
            Get Started
          </ButtonLink>
        </p>
      </div>
      <StillLife pictures={SOURCED} className={styles.sourced} />
    </section>
  );
}
