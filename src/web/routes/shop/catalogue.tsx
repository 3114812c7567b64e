/** The catalogue list; everything that it shows is in its address. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useHydrated, useRouterState } from '@tanstack/react-router';
import { SlidersHorizontal, X } from 'lucide-react';
import { type CatalogueSearch, catalogueSearch } from '#web/features/catalogue/catalogue-search.ts';
import { CatalogueFilters } from '#web/features/catalogue/filters.tsx';
import { PartLines } from '#web/features/catalogue/part-lines.tsx';
import { catalogueQuery, partsQuery } from '#web/features/catalogue/queries.ts';
import { KIND_NAMES } from '#web/features/catalogue/words.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import { FitBadge } from '#web/features/vehicles/fit-badge.tsx';
import { useFits } from '#web/features/vehicles/use-fits.ts';
import { vehicleQuery } from '#web/features/vehicles/vehicle-queries.ts';
import { pageHead } from '#web/head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Breadcrumbs, PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Quantity, useLocale } from '#web/ui/numbers.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { keepVehicle } from '#web/vehicle-search.ts';
import styles from './catalogue.module.css';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Cursors of the pages before this one, the first page's as an empty text. */
    pagesBefore?: readonly string[];
  }
}

export const Route = createFileRoute('/catalogue')({
  validateSearch: catalogueSearch,
  search: keepVehicle,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([
      queryClient.ensureQueryData(partsQuery(deps)),
      queryClient.ensureQueryData(catalogueQuery),
      // A vehicle that there is not has no parts, and no name.
      deps.vehicle === undefined ? undefined : queryClient.prefetchQuery(vehicleQuery(deps.vehicle)),
    ]),
  head: ({ match }) => {
    const { q, brand, type, kind, cursor } = match.search;
    const words = q ?? [type, brand, kind].filter((word) => word !== undefined).join(', ');
    return pageHead(match.context, {
      title:
        q === undefined ? (words === '' ? 'Catalogue' : `Catalogue: ${words}`) : `“${q}” in the catalogue`,
      description: `Vehicle parts in stock with wholesale price, minimum order and available stock${words === '' ? '' : `: ${words}`}.`,
      canonical: canonicalOf({ brand, type, kind }),
      // Every text can be searched for, and every list has many pages: only the lists themselves are for search engines.
      noIndex: q !== undefined || cursor !== undefined || match.search.vehicle !== undefined,
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
  const vehicle = useQuery({
    ...vehicleQuery(search.vehicle ?? ''),
    enabled: search.vehicle !== undefined,
  }).data;
  const fitOf = useFits(page.parts.map((part) => part._id));
  const typeName = catalogue.categories
    .flatMap((category) => category.types)
    .find((type) => type.slug === search.type)?.name;
  const brandName = catalogue.brands.find((brand) => brand.slug === search.brand)?.name;
  const chosen = [
    { key: 'q', name: search.q === undefined ? undefined : `“${search.q}”` },
    { key: 'type', name: typeName ?? search.type },
    { key: 'brand', name: brandName ?? search.brand },
    {
      key: 'vehicle',
      name: search.vehicle === undefined ? undefined : `For ${vehicle?.name ?? 'a vehicle'}`,
    },
    { key: 'kind', name: search.kind === undefined ? undefined : KIND_NAMES[search.kind].many },
  ].filter((filter) => filter.name !== undefined);
  const isWhole = chosen.length === 0;
  // How many there are in all is known exactly; of a narrowed list only up to a limit.
  const total = isWhole ? catalogue.partCount : page.total;
  const isLowerBound = !isWhole && page.isLowerBound;
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs>
        <Link to="/">Home</Link>
        {isWhole ? 'Catalogue' : <Link to="/catalogue">Catalogue</Link>}
        {!isWhole && chosen.map((filter) => filter.name).join(', ')}
      </Breadcrumbs>
      <PageTitle>
        {isLowerBound && 'More than '}
        <Quantity value={total} unit={total === 1 ? 'part' : 'parts'} />
        <span className="sr">{isWhole ? ' in the catalogue' : ' found'}</span>
      </PageTitle>
      <div className={styles.columns}>
        {/* On a phone the filters fold away; a box to tick does that without script, and anew on each page. */}
        <div className={styles.fold}>
          <input key={JSON.stringify(search)} id="filters-shown" type="checkbox" />
          <label htmlFor="filters-shown">
            <SlidersHorizontal className="icon" aria-hidden="true" /> Filter
          </label>
        </div>
        <aside className={styles.filters} aria-label="Filters">
          <CatalogueFilters catalogue={catalogue} search={search} />
        </aside>
        <div>
          {!isWhole && (
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
                  <Link to="/catalogue" search={{ vehicle: undefined }} className={styles.clear}>
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
              <PartLines
                parts={page.parts}
                currency={shop.listCurrency}
                fitOf={(partId) => <FitBadge fit={fitOf(partId)} />}
              />
              <Pages
                shown={page.parts.length}
                total={total}
                isLowerBound={isLowerBound}
                next={page.next}
                search={search}
              />
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
  isLowerBound,
  next,
  search,
}: {
  readonly shown: number;
  readonly total: number;
  readonly isLowerBound: boolean;
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
    <Pagination
      summary={`${format.format(shown)} of ${isLowerBound ? 'more than ' : ''}${format.format(total)} parts`}
    >
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
  const { brand, type, kind, vehicle } = search;
  const narrowed = [brand, type, kind, vehicle].some((filter) => filter !== undefined);
  return (
    <EmptyState
      title={search.q === undefined ? 'No parts here' : `Nothing found for “${search.q}”`}
      action={
        search.q !== undefined && narrowed ? (
          <ButtonLink to="/catalogue" search={{ q: search.q, vehicle: undefined }} tone="signal">
            Search the whole catalogue
          </ButtonLink>
        ) : (
          <ButtonLink to="/catalogue" search={{ vehicle: undefined }}>
            See all parts
          </ButtonLink>
        )
      }
    >
      {search.q === undefined
        ? 'Nothing in the catalogue has all of these at once. Take one of them away.'
        : 'Try another number from the box or the old part: the maker’s, the vehicle maker’s or a competitor’s. A part of it is enough, and how it is spaced doesn’t matter.'}
    </EmptyState>
  );
}
