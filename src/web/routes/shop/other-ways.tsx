/** For whoever has found nothing: other ways into the catalogue, and back to what was looked at. */
import { Link } from '@tanstack/react-router';
import { RecentPartsStrip } from '#web/features/catalogue/recent-parts-strip.tsx';
import styles from './other-ways.module.css';

export function OtherWays() {
  return (
    <>
      <nav className={styles.ways} aria-label="Other ways into the catalogue">
        <Link to="/catalogue/categories">Part types</Link>
        <Link to="/catalogue/brands">Brands</Link>
        <Link to="/catalogue/vehicles">Vehicles</Link>
      </nav>
      <RecentPartsStrip />
    </>
  );
}
