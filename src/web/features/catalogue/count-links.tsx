/** A few cuts of the list with how many parts each has, as chips. */
import { Link } from '@tanstack/react-router';
import { Quantity } from '#web/ui/numbers.tsx';
import type { CatalogueSearch } from './catalogue-search.ts';
import styles from './count-links.module.css';

export type CountLink = { readonly name: string; readonly count: number; readonly search: CatalogueSearch };

export function CountLinks({ links }: { readonly links: readonly CountLink[] }) {
  return (
    <ul className={styles.links}>
      {links.map(({ name, count, search }) => (
        <li key={name}>
          <Link to="/catalogue" search={search} className={styles.link}>
            {name}{' '}
            <span className={styles.count}>
              <Quantity value={count} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
