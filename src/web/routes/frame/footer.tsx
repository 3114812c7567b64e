/** The foot of every page. */
import { Link, useRouterState } from '@tanstack/react-router';
import { SubscribeForm } from '#web/features/newsletter/subscribe-form.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';

export type FooterProps = {
  readonly shopName: string;
  readonly isDemo: boolean;
  readonly keepsMailInFolder: boolean;
};

// Where somebody signs in, works or already has that form before them, another place for an email is only in the way of
// people and of password managers.
const WITHOUT_NEWSLETTER =
  /^\/(?:(?:login|signup|signUp|forgot-password|reset-password)\/?$|(?:newsletter|dashboard)(?:\/|$))/;

export function Footer({ shopName, isDemo, keepsMailInFolder }: FooterProps) {
  const hasNewsletter = useRouterState({
    select: ({ location }) => !WITHOUT_NEWSLETTER.test(location.pathname),
  });
  return (
    <footer className={styles.footer}>
      <div className={classNames('wrap', styles.inner)}>
        <div>
          <Brand name={shopName} />
          <nav className={styles.links} aria-label="Footer">
            <Link to="/">Home</Link>
            <Link to="/catalogue">Catalogue</Link>
            <Link to="/catalogue/categories">Part types</Link>
            <Link to="/catalogue/brands">Brands</Link>
            <Link to="/catalogue/vehicles">Vehicles</Link>
            <Link to="/reviews">Reviews</Link>
            <Link to="/blog">Blog</Link>
            <Link to="/portfolio">Portfolio</Link>
          </nav>
        </div>
        {hasNewsletter && (
          <div className={styles.newsletter}>
            <SubscribeForm keepsMailInFolder={keepsMailInFolder} />
          </div>
        )}
        <p className={styles.line}>
          Wholesale vehicle parts for workshops, fleets and dealers.
          {isDemo && ' This is a demonstration: the parts are invented and no money moves.'}
        </p>
      </div>
    </footer>
  );
}
