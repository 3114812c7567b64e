/** Home: find a part, see the first ones, what customers say, and what the shop is. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowRight, Car, Motorbike, Search, Truck } from 'lucide-react';
import { PartCard } from '#web/features/catalogue/part-card.tsx';
import { catalogueQuery, partsQuery } from '#web/features/catalogue/queries.ts';
import { KIND_NAMES } from '#web/features/catalogue/words.ts';
import { useSession } from '#web/features/identity/session.ts';
import { newestReviewsQuery } from '#web/features/reviews/queries.ts';
import { ReviewCards } from '#web/features/reviews/review-cards.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { MakeGrid } from '#web/features/vehicles/make-grid.tsx';
import { pageHead } from '#web/head.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { SectionHead } from '#web/ui/headings.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import styles from './home.module.css';

const FEATURED_PARTS = 6;
const firstParts = partsQuery({ limit: FEATURED_PARTS });
const newestReviews = newestReviewsQuery(6);

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(firstParts),
      queryClient.ensureQueryData(newestReviews),
      queryClient.ensureQueryData(catalogueQuery),
    ]),
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Vehicle parts, wholesale',
      description:
        'Parts for cars, trucks and motorcycles at wholesale prices: found by any number that stands on the box, ordered by the case.',
      canonical: '/',
    }),
  component: Home,
});

function Home() {
  const shop = useShop();
  const { parts } = useSuspenseQuery(firstParts).data;
  const reviews = useSuspenseQuery(newestReviews).data;
  return (
    <div className="wrap">
      <Hero />
      <section className={styles.section}>
        <SectionHead title="Our Products" end={<Link to="/catalogue">All parts</Link>} />
        <div className={styles.products}>
          {parts.map((part, index) => (
            <PartCard key={part._id} part={part} currency={shop.listCurrency} eager={index < 3} />
          ))}
        </div>
      </section>
      {reviews.length > 0 && (
        <section className={styles.section}>
          <SectionHead title="Customer Review" end={<Link to="/reviews">All reviews</Link>} />
          <ReviewCards reviews={reviews} />
        </section>
      )}
      <section className={styles.section}>
        <SectionHead title="Vehicle Brands" />
        <MakeGrid />
      </section>
      <Business />
    </div>
  );
}

const KIND_ICONS = { car: Car, truck: Truck, motorcycle: Motorbike };

function Hero() {
  const { kinds } = useSuspenseQuery(catalogueQuery).data;
  return (
    <section className={styles.hero}>
      <div className={styles.say}>
        <h1>Any number on the box finds the part</h1>
        <p className="quiet">
          The maker’s own, the vehicle maker’s or a competitor’s: type it as it stands there. Spaces, dots and
          dashes don’t matter.
        </p>
        <form className={styles.find} action="/catalogue" method="get">
          <div className={styles.box}>
            <Search className="icon" aria-hidden="true" />
            <TextInput
              name="q"
              type="search"
              aria-label="Part number, OE number or name"
              placeholder="34 11 6 898 725"
              autoComplete="off"
              maxLength={200}
            />
          </div>
          <Button type="submit" tone="signal" size="tall">
            Find it
          </Button>
        </form>
        <p>
          <ButtonLink to="/catalogue" tone="bare" className={styles.browse}>
            Browse catalogue <ArrowRight className="icon" aria-hidden="true" />
          </ButtonLink>
        </p>
      </div>
      <ul className={styles.kinds}>
        {kinds.map(({ kind, count }) => {
          const Icon = KIND_ICONS[kind];
          return (
            <li key={kind}>
              <Link to="/catalogue" search={{ kind }}>
                <Icon aria-hidden="true" />
                <span>
                  <b>{KIND_NAMES[kind].many}</b>
                  <span className="small quiet">
                    <Quantity value={count} unit="parts" />
                  </span>
                </span>
                <ArrowRight className="icon" aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Business() {
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <section className={styles.pitch}>
      <dl className={styles.sums}>
        <div>
          <dt>happy clients</dt>
          <dd>1000+</dd>
        </div>
        <div>
          <dt>countries</dt>
          <dd>50+</dd>
        </div>
        <div>
          <dt>products</dt>
          <dd>10000+</dd>
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
    </section>
  );
}
