/** What the catalogue can be narrowed to. Plain links, so that they work without script and can be opened in a tab. */
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react';
import type { CatalogueBody } from '#contract/catalogue.ts';
import { parseSearch, stringifySearch } from '#web/search-params.ts';
import { Quantity } from '#web/ui/numbers.tsx';
import { type CatalogueSearch, catalogueSearch } from './catalogue-search.ts';
import styles from './filters.module.css';
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
    <div {...useFollowing()}>
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
    </div>
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
      <a
        href={`/catalogue${stringifySearch(search)}`}
        className={styles.choice}
        {...(isChosen && { 'data-chosen': true })}
      >
        <span className={styles.name}>{children}</span>
        {isChosen && <span className="sr">, chosen; remove</span>}
        <span className={styles.count}>
          <Quantity value={count} />
        </span>
      </a>
    </li>
  );
}

/**
 * Follows the links inside by the router, and loads where they lead as soon as one is pointed at. One listener for all:
 * with a hundred and more of them, rendering each as a router's link takes longer than the rest of the page.
 */
function useFollowing() {
  const navigate = useNavigate();
  const router = useRouter();
  const addressOf = (event: SyntheticEvent) =>
    event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
  const onClick = (event: MouseEvent) => {
    const href = addressOf(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (href === undefined || href === null || !isPlain) return;
    event.preventDefault();
    void navigate({ href });
  };
  const preload = (event: SyntheticEvent) => {
    const href = addressOf(event);
    if (href === undefined || href === null) return;
    const search = catalogueSearch(parseSearch(href.slice(href.indexOf('?') + 1)));
    router.preloadRoute({ to: '/catalogue', search }).catch(() => undefined);
  };
  return { onClick, onPointerOver: preload, onFocus: preload };
}
