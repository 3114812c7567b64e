/** What the catalogue can be narrowed to. Plain links, so that they work without script and can be opened in a tab. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CatalogueBody } from '#contract/catalogue.ts';
import { Quantity } from '#web/ui/numbers.tsx';
import styles from './filters.module.css';
import type { CatalogueSearch } from './queries.ts';
import { KIND_NAMES } from './words.ts';

/** Brands shown before the rest folds away. */
const BRANDS_SHOWN = 12;

export function CatalogueFilters({
  catalogue,
  search,
}: {
  readonly catalogue: CatalogueBody;
  readonly search: CatalogueSearch;
}) {
  const base = { ...search, cursor: undefined };
  const shown = catalogue.brands.slice(0, BRANDS_SHOWN);
  const folded = catalogue.brands.slice(BRANDS_SHOWN);
  const brandLink = (brand: CatalogueBody['brands'][number]) => (
    <Choice
      key={brand.slug}
      search={{ ...base, brand: search.brand === brand.slug ? undefined : brand.slug }}
      isChosen={search.brand === brand.slug}
      count={brand.count}
    >
      {brand.name}
    </Choice>
  );
  return (
    <>
      <Group title="Vehicle">
        {catalogue.kinds.map(({ kind, count }) => (
          <Choice
            key={kind}
            search={{ ...base, kind: search.kind === kind ? undefined : kind }}
            isChosen={search.kind === kind}
            count={count}
          >
            {KIND_NAMES[kind].many}
          </Choice>
        ))}
      </Group>
      <section className={styles.group}>
        <h2 className={styles.title}>Part type</h2>
        {catalogue.categories.map((category) => (
          <details
            key={category.name}
            className={styles.category}
            open={category.types.some((type) => type.slug === search.type)}
          >
            <summary>{category.name}</summary>
            <ul>
              {category.types.map((type) => (
                <Choice
                  key={type.slug}
                  search={{ ...base, type: search.type === type.slug ? undefined : type.slug }}
                  isChosen={search.type === type.slug}
                  count={type.count}
                >
                  {type.name}
                </Choice>
              ))}
            </ul>
          </details>
        ))}
      </section>
      <Group title="Brand">
        {shown.map(brandLink)}
        {folded.length > 0 && (
          <li>
            <details className={styles.category} open={folded.some((brand) => brand.slug === search.brand)}>
              <summary>{folded.length} more</summary>
              <ul>{folded.map(brandLink)}</ul>
            </details>
          </li>
        )}
      </Group>
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2 className={styles.title}>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

/** One link of the filters. A chosen one takes its narrowing away again. */
function Choice({
  search,
  isChosen,
  count,
  children,
}: {
  readonly search: CatalogueSearch;
  readonly isChosen: boolean;
  readonly count: number;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <Link
        to="/catalogue"
        search={search}
        className={styles.choice}
        {...(isChosen && { 'data-chosen': true })}
        activeOptions={{ exact: true }}
      >
        <span className={styles.name}>{children}</span>
        {isChosen && <span className="sr">, chosen; remove</span>}
        <span className={styles.count}>
          <Quantity value={count} />
        </span>
      </Link>
    </li>
  );
}
