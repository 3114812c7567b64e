/** Categories with their part types and how many parts there are of each, all of them at a glance. */
import { Link } from '@tanstack/react-router';
import { Quantity } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { CatalogueSearch } from './catalogue-search.ts';
import styles from './category-tree.module.css';
import type { CountedCategory } from './recounted-tree.ts';
import { typePicture } from './type-picture.ts';
import { TypeLink } from './type-tiles.tsx';

/** `narrowed` leads to the list with these filters, instead of to the pages of categories and types. */
export function CategoryTree({
  categories,
  narrowed,
  isLowerBound = false,
}: {
  readonly categories: readonly CountedCategory[];
  readonly narrowed?: CatalogueSearch;
  /** There may be more of each. */
  readonly isLowerBound?: boolean;
}) {
  return (
    <div className={styles.tree}>
      {categories.map((category) => (
        <section key={category.slug} className={styles.category}>
          <header className={styles.head}>
            <Picture
              src={typePicture(category.groups[0]?.types[0]?.slug ?? '')}
              alt=""
              small
              className={styles.picture}
            />
            <div>
              <h2>
                {narrowed === undefined ? (
                  <Link to="/catalogue/categories/$slug" params={{ slug: category.slug }}>
                    {category.name}
                  </Link>
                ) : (
                  <Link to="/catalogue" search={{ ...narrowed, category: category.name }}>
                    {category.name}
                  </Link>
                )}
              </h2>
              <p className="small faint">
                <Count value={category.count} isLowerBound={isLowerBound} />{' '}
                {category.count === 1 && !isLowerBound ? 'part' : 'parts'}
              </p>
            </div>
          </header>
          {category.groups.map((group) => (
            <div key={group.name} className={styles.group}>
              {group.name !== '' && <h3>{group.name}</h3>}
              <ul>
                {group.types.map((type) => (
                  <li key={type.slug}>
                    <TypeLink type={type} narrowed={narrowed} />
                    <span className={styles.count}>
                      <Count value={type.count} isLowerBound={isLowerBound} />
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

function Count({ value, isLowerBound }: { readonly value: number; readonly isLowerBound: boolean }) {
  return (
    <>
      <Quantity value={value} />
      {isLowerBound && '+'}
    </>
  );
}
