/** A few cuts of the list with how many parts each has, as chips. */
import { useSearch } from '@tanstack/react-router';
import { useFollowing } from '#web/navigation/use-following.ts';
import { Quantity } from '#web/ui/numbers.tsx';
import { type CatalogueSearch, listPath } from './catalogue-search.ts';
import styles from './count-links.module.css';

export type CountLink = {
  readonly name: string;
  readonly count: number;
  /** The vehicle is that of the page's address. */
  readonly search: Omit<CatalogueSearch, 'vehicle' | 'engine'>;
};

export function CountLinks({ links }: { readonly links: readonly CountLink[] }) {
  // Each leads on with the vehicle, as the router's own links do.
  const { vehicle, engine } = useSearch({ strict: false });
  return (
    <ul className={styles.links} {...useFollowing()}>
      {links.map(({ name, count, search }) => (
        <li key={name}>
          <a href={listPath({ ...search, vehicle, engine })} className={styles.link}>
            {name}{' '}
            <span className={styles.count}>
              <Quantity value={count} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
