/** The catalogue list; everything that it shows is in its address. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useHydrated, useRouterState } from '@tanstack/react-router';
import { SlidersHorizontal, X } from 'lucide-react';
import { CatalogueFilters } from '#web/features/catalogue/filters.tsx';
import { PartLines } from '#web/features/catalogue/part-lines.tsx';
import { type CatalogueSearch, catalogueQuery, partsQuery } from '#web/features/catalogue/queries.ts';
import { KIND_NAMES } from '#web/features/catalogue/words.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import { pageHead } from '#web/head.ts';
import { searchText, searchWord } from '#web/search-params.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Breadcrumbs, PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Quantity, useLocale } from '#web/ui/numbers.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import styles from './catalogue.module.css';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Cursors of the pages before this one, the first page's as an empty text. */
    pagesBefore?: readonly string[];
  }
}

function catalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  return {
    q: searchText(search.q, 200),
    brand: searchText(search.brand, 100),
    type: searchText(search.type, 100),
    kind: searchWord(search.kind, ['car', 'truck', 'motorcycle']),
    cursor: searchText(search.cursor, 300),
  };
}

export const Route = createFileRoute('/catalogue')({
  validateSearch: catalogueSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([queryClient.ensureQueryData(partsQuery(deps)), queryClient.ensureQueryData(catalogueQuery)]),
  head: ({ match }) => {
    const { q, brand, type, kind, cursor } = match.search;
    const words = q ?? [type, brand, kind].filter((word) => word !== undefined).join(', ');
    return pageHead(match.context, {
      title:
        q === undefined ? (words === '' ? 'Catalogue' : `Catalogue: ${words}`) : `“${q}” in the catalogue`,
      description: `Vehicle parts in stock with wholesale price, minimum order and available stock${words === '' ? '' : `: ${words}`}.`,
      canonical: canonicalOf({ brand, type, kind }),
      // Every text can be searched for, and every list has many pages: only the lists themselves are for search engines.
      noIndex: q !== undefined || cursor !== undefined,
    });
  },
  component: Catalogue,
});

function canonicalOf(search: CatalogueSearch): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) params.set(name, value);
  const query = params.toString();
  return query === '' ? '/catalogue' : `/catalogue?${query}`;
}

function Catalogue() {
  const search = Route.useSearch();
  const shop = useShop();
  const catalogue = useSuspenseQuery(catalogueQuery).data;
  const page = useSuspenseQuery(partsQuery(search)).data;
  const typeName = catalogue.categories
    .flatMap((category) => category.types)
    .find((type) => type.slug === search.type)?.name;
  const brandName = catalogue.brands.find((brand) => brand.slug === search.brand)?.name;
  const chosen = [
    { key: 'q', name: search.q === undefined ? undefined : `“${search.q}”` },
    { key: 'type', name: typeName ?? search.type },
    { key: 'brand', name: brandName ?? search.brand },
    { key: 'kind', name: search.kind === undefined ? undefined : KIND_NAMES[search.kind].many },
  ].filter((filter) => filter.name !== undefined);
  const filters = <CatalogueFilters catalogue={catalogue} search={search} />;
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs>
        <Link to="/">Home</Link>
        {chosen.length === 0 ? 'Catalogue' : <Link to="/catalogue">Catalogue</Link>}
        {chosen.length > 0 && chosen.map((filter) => filter.name).join(', ')}
      </Breadcrumbs>
      <PageTitle>
        {page.isLowerBound && 'More than '}
        <Quantity value={page.total} unit={page.total === 1 ? 'part' : 'parts'} />
        <span className="sr">{chosen.length === 0 ? ' in the catalogue' : ' found'}</span>
      </PageTitle>
      <div className={styles.columns}>
        <aside className={styles.filters} aria-label="Filters">
          {filters}
        </aside>
        <div className={styles.list}>
          <details className={styles.fold} key={JSON.stringify(search)}>
            <summary>
              <SlidersHorizontal className="icon" aria-hidden="true" /> Filter
            </summary>
            {filters}
          </details>
          {chosen.length > 0 && (
            <ul className={styles.chips} aria-label="Narrowed to">
              {chosen.map((filter) => (
                <li key={filter.key}>
                  <Link
                    to="/catalogue"
                    search={{ ...search, cursor: undefined, [filter.key]: undefined }}
                    className={styles.chip}
                  >
                    {filter.name}
                    <X className="icon" aria-hidden="true" />
                    <span className="sr">Remove</span>
                  </Link>
                </li>
              ))}
              {chosen.length > 1 && (
                <li>
                  <Link to="/catalogue" className={styles.clear}>
                    Clear all
                  </Link>
                </li>
              )}
            </ul>
          )}
          {page.parts.length === 0 ? (
            <NothingFound search={search} />
          ) : (
            <>
              <PartLines parts={page.parts} currency={shop.listCurrency} />
              <Pages shown={page.parts.length} total={page.total} next={page.next} search={search} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function Pages({
  shown,
  total,
  next,
  search,
}: {
  readonly shown: number;
  readonly total: number;
  readonly next: string | undefined;
  readonly search: CatalogueSearch;
}) {
  const locale = useLocale();
  // How one came here is known to the browser's history only; without it the way back leads to the first page.
  const isHydrated = useHydrated();
  const walked = useRouterState({ select: (state) => state.location.state.pagesBefore });
  const before = (isHydrated && walked) || [];
  const back = before.at(-1);
  const format = new Intl.NumberFormat(locale);
  return (
    <Pagination summary={`${format.format(shown)} of ${format.format(total)} parts`}>
      {search.cursor !== undefined && (
        <ButtonLink
          to="/catalogue"
          search={{ ...search, cursor: back }}
          state={{ pagesBefore: before.slice(0, -1) }}
        >
          {back === undefined || back === '' ? 'First page' : 'Previous page'}
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink
          to="/catalogue"
          search={{ ...search, cursor: next }}
          state={{ pagesBefore: [...before, search.cursor ?? ''] }}
          rel="next"
        >
          Next page
        </ButtonLink>
      )}
    </Pagination>
  );
}

function NothingFound({ search }: { readonly search: CatalogueSearch }) {
  const narrowed = search.brand !== undefined || search.type !== undefined || search.kind !== undefined;
  return (
    <EmptyState
      title={search.q === undefined ? 'No parts here' : `Nothing found for “${search.q}”`}
      action={
        search.q !== undefined && narrowed ? (
          <ButtonLink to="/catalogue" search={{ q: search.q }} tone="signal">
            Search the whole catalogue
          </ButtonLink>
        ) : (
          <ButtonLink to="/catalogue">See all parts</ButtonLink>
        )
      }
    >
      {search.q === undefined
        ? 'Nothing in the catalogue has all of these at once. Take one of them away.'
        : 'Try another number from the box or the old part: the maker’s, the vehicle maker’s or a competitor’s. A part of it is enough, and how it is spaced doesn’t matter.'}
    </EmptyState>
  );
}
