/** The foot of every page. */
import { Link } from '@tanstack/react-router';
import { classNames } from '#web/ui/class-names.ts';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';

export function Footer({ shopName, isDemo }: { readonly shopName: string; readonly isDemo: boolean }) {
  return (
    <footer className={styles.footer}>
      <div className={classNames('wrap', styles.inner)}>
        <div>
          <Brand name={shopName} />
          <nav className={styles.links} aria-label="Footer">
            <Link to="/">Home</Link>
            <Link to="/catalogue">Catalogue</Link>
            <Link to="/reviews">Reviews</Link>
            <Link to="/blog">Blog</Link>
            <Link to="/portfolio">Portfolio</Link>
          </nav>
        </div>
        <p className={styles.line}>
          Wholesale vehicle parts for workshops, fleets and dealers.
          {isDemo && ' This is a demonstration: the parts are invented and no money moves.'}
        </p>
      </div>
    </footer>
  );
}
