/** The catalogue list; everything that it shows is in its address. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useHydrated, useRouter } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { FacetsBody } from '#contract/search.ts';
import { engineAmong } from '#domain/vehicles/engine.ts';
import { stringifySearch } from '#web/addresses/search-params.ts';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { pageHead } from '#web/document/head.ts';
import {
  type CatalogueSearch,
  catalogueSearch,
  isWhole,
  listPath,
  SORTS,
} from '#web/features/catalogue/catalogue-search.ts';
import { type ChosenFilter, ChosenFilters, chosenFilters } from '#web/features/catalogue/chosen-filters.tsx';
import { CatalogueFilters } from '#web/features/catalogue/filters.tsx';
import { HowRead } from '#web/features/catalogue/how-read.tsx';
import { pageAhead } from '#web/features/catalogue/page-ahead.ts';
import { PartCards } from '#web/features/catalogue/part-cards.tsx';
import { PartLines } from '#web/features/catalogue/part-lines.tsx';
import { searchQuery } from '#web/features/catalogue/queries.ts';
import { type Shows, shownBy } from '#web/features/catalogue/shown-page.ts';
import { listSteps } from '#web/features/catalogue/steps.ts';
import { useSameSearch } from '#web/features/catalogue/use-same-search.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import { FitBadge } from '#web/features/vehicles/fit-badge.tsx';
import { ownVehicle } from '#web/features/vehicles/own-vehicle.ts';
import { useFits } from '#web/features/vehicles/use-fits.ts';
import { enginesQuery, vehicleQuery } from '#web/features/vehicles/vehicle-queries.ts';
import { LaidOut, Stack } from '#web/navigation/laid-out.tsx';
import { useHistoryState } from '#web/navigation/shown-at-once.ts';
import { useFollowing } from '#web/navigation/use-following.ts';
import { useLaidOut } from '#web/navigation/use-laid-out.ts';
import { ButtonAnchor, ButtonLink } from '#web/ui/button.tsx';
import { Breadcrumbs, PageTitle } from '#web/ui/headings.tsx';
import { useLocale } from '#web/ui/locale.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SegmentAnchor, Segments } from '#web/ui/segmented.tsx';
import { wholeNumbers } from '#web/ui/whole-numbers.ts';
import { useDeferredUntilPressed } from '#web/use-deferred-until-pressed.ts';
import styles from './catalogue.module.css';
import { OtherWays } from './other-ways.tsx';
import { stepLinks } from './trail.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Cursors of the pages before this one, the first page's as an empty text. */
    pagesBefore?: readonly string[];
  }
}

export const Route = createFileRoute('/_browsing/catalogue')({
  validateSearch: catalogueSearch,
  search: keepVehicle,
  staticData: { followsStock: true },
  // In one order and without what is none of ours, so that a list is the same one however somebody came to it.
  loaderDeps: ({ search }) => catalogueSearch(search),
  loader: async ({ context: { queryClient }, deps, preload }) => {
    await Promise.all([
      // A list that was kept is shown at once, and asked for anew where it is old.
      queryClient.ensureQueryData({ ...searchQuery(deps), revalidateIfStale: true }),
      queryClient.ensureQueryData({ ...searchQuery(firstPageOf(deps)), revalidateIfStale: true }),
      // A vehicle that there is not has no parts, and no name.
      deps.vehicle === undefined ? undefined : queryClient.prefetchQuery(vehicleQuery(deps.vehicle)),
      deps.engine === undefined ? undefined : queryClient.prefetchQuery(enginesQuery(deps.vehicle)),
    ]);
    if (preload) pageAhead.expect({ list: deps });
  },
  head: ({ match }) => {
    // Whatever else an address may have is none of ours.
    const { brand, type, kind, ...others } = catalogueSearch(match.search);
    const { q } = others;
    const words = q ?? [type, brand, kind].filter((word) => word !== undefined).join(', ');
    return pageHead(match.context, {
      title:
        q === undefined ? (words === '' ? 'Catalogue' : `Catalogue: ${words}`) : `“${q}” in the catalogue`,
      description: `Vehicle parts in stock with wholesale price, minimum order and available stock${words === '' ? '' : `: ${words}`}.`,
      canonical: `/catalogue${stringifySearch({ brand, type, kind })}`,
      // Every text can be searched for, and a list has many pages, orders and cuts: only the plain lists are for search
      // engines.
      noIndex: Object.values(others).some((value) => value !== undefined),
    });
  },
  component: Catalogue,
});

const NO_VALUES: FacetsBody['type'] = { values: [], relation: 'eq' };
/** The first page of a list always has some. */
const NO_FACETS: FacetsBody = {
  brand: NO_VALUES,
  type: NO_VALUES,
  grade: NO_VALUES,
  kind: NO_VALUES,
  position: NO_VALUES,
  inStock: NO_VALUES,
  price: null,
  attributes: [],
};

const firstPageOf = (search: CatalogueSearch): CatalogueSearch => ({ ...search, cursor: undefined });

function Catalogue(props: Shows<CatalogueSearch>) {
  const search = shownBy(props);
  const shop = useShop();
  const page = useSuspenseQuery(searchQuery(search)).data;
  // The first page tells what the list can be narrowed to; it is the same on all of them.
  const narrowing = useSameSearch(firstPageOf(search));
  const firstPage = useSuspenseQuery(searchQuery(narrowing)).data;
  const vehicleName = useVehicleName(search);
  const { pagesBefore } = useHistoryState();
  // What stands around another list is there a moment after its parts, or when somebody presses it: they would else lose what they
  // have just chosen. But not its pages: back at the end of a list a pointer rests on the link that was there before.
  const { shown: around, pressed } = useDeferredUntilPressed(
    useMemo(
      () => ({ search, pagesBefore, narrowing, firstPage, vehicleName }),
      [search, pagesBefore, narrowing, firstPage, vehicleName],
    ),
  );
  const facets = around.firstPage.facets ?? NO_FACETS;
  const chosen = useMemo(
    () => chosenFilters(around.narrowing, facets, around.vehicleName),
    [around.narrowing, facets, around.vehicleName],
  );
  const whole = isWhole(search);
  const total = page.total.count;
  const isLowerBound = page.total.relation === 'gte';
  return (
    <div className={`wrap ${styles.page}`} {...pressed}>
      <Crumbs facets={facets} search={around.narrowing} chosen={chosen} />
      {/* Beside the title, where they come and go without moving the list. */}
      <PageTitle aside={chosen.length > 0 ? <ChosenFilters chosen={chosen} /> : undefined}>
        {isLowerBound && 'More than '}
        <Quantity value={total} unit={total === 1 ? 'part' : 'parts'} />
        <span className="sr">{whole ? ' in the catalogue' : ' found'}</span>
      </PageTitle>
      <div className={styles.columns}>
        {/* On a phone the filters fold away; a box to tick does that without script, and anew for each list. */}
        <div className={styles.fold}>
          <input ref={useFoldedAnew(search)} id="filters-shown" type="checkbox" />
          <label htmlFor="filters-shown">
            <SlidersHorizontal className="icon" aria-hidden="true" /> Filter
          </label>
        </div>
        <div className={styles.filters} data-folds="">
          <aside aria-label="Filters">
            <a href="#found" className={styles.skip}>
              Skip the filters
            </a>
            <CatalogueFilters
              search={around.narrowing}
              facets={facets}
              currencyLabel={shop.listCurrency.label}
            />
          </aside>
        </div>
        <div id="found" tabIndex={-1} className={styles.found}>
          <div className={styles.note}>
            <HowRead search={search} understood={page.understood} relaxed={page.relaxed} />
          </div>
          {page.parts.length === 0 ? (
            <>
              <NothingFound search={search} />
              <OtherWays />
            </>
          ) : (
            <>
              <Controls search={around.search} pagesBefore={around.pagesBefore} />
              <Lists search={search} />
              <Pages
                shown={page.parts.length}
                total={total}
                isLowerBound={isLowerBound}
                next={page.next}
                search={search}
              />
              {page.relaxed.length > 0 && <OtherWays />}
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** The way to the list: to what it is narrowed to in the first place, and what is left of it then. */
const Crumbs = memo(function Crumbs({
  search,
  facets,
  chosen,
}: {
  readonly search: CatalogueSearch;
  readonly facets: FacetsBody;
  readonly chosen: readonly ChosenFilter[];
}) {
  const whole = isWhole(search);
  const { steps, covers } = listSteps(search, facets);
  const others = chosen.filter(({ key }) => key !== covers);
  return (
    <Breadcrumbs>
      <Link to="/">Home</Link>
      {whole ? 'Catalogue' : <Link to="/catalogue">Catalogue</Link>}
      {stepLinks(others.length > 0 ? steps : steps.slice(0, -1))}
      {!whole && (others.map((filter) => filter.name).join(', ') || steps.at(-1)?.name)}
    </Breadcrumbs>
  );
});

/** A box that is not ticked any more as soon as another list is shown. */
function useFoldedAnew(search: CatalogueSearch) {
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef(search);
  useLayoutEffect(() => {
    // What was ticked before this script ran stays so.
    if (shown.current === search || box.current === null) return;
    shown.current = search;
    box.current.checked = false;
  }, [search]);
  return box;
}

/** The open list and the one before it. */
const LISTS_KEPT = 2;

/**
 * The parts of the list; with them, out of sight, those of the list before and of the one that the reader is about to open, so
 * that there is nothing left to do but to show them.
 */
function Lists({ search }: { readonly search: CatalogueSearch }) {
  const lists = useLaidOut(search, pageAhead.useList(), stringifySearch, LISTS_KEPT);
  return (
    <Stack>
      {lists.map(([address, list]) => (
        <LaidOut key={address} name={address} isShown={address === stringifySearch(search)}>
          <List search={list} />
        </LaidOut>
      ))}
    </Stack>
  );
}

const List = memo(function List({ search }: { readonly search: CatalogueSearch }) {
  const { listCurrency: currency } = useShop();
  const { parts } = useSuspenseQuery(searchQuery(search)).data;
  // What the page around a list shows of its first page stays as long as the list does; else the way back would wait for it.
  useQuery({ ...searchQuery(firstPageOf(search)), enabled: false, notifyOnChangeProps: [] });
  const fitOf = useFits(parts.map((part) => part._id));
  const query = stringifySearch({ vehicle: search.vehicle, engine: search.engine });
  const badgeOf = useCallback((partId: string) => <FitBadge fit={fitOf(partId)} />, [fitOf]);
  return search.view === 'grid' ? (
    <>
      {/* Cards are a level below it; lines are headings of this level themselves. */}
      <h2 className="sr">Parts</h2>
      <PartCards parts={parts} currency={currency} fitOf={badgeOf} />
    </>
  ) : (
    <PartLines parts={parts} currency={currency} query={query} fitOf={badgeOf} />
  );
});

/** The name of the vehicle that the list is narrowed to, with its engine where it has the one of the address. */
function useVehicleName({ vehicle: id, engine = '' }: CatalogueSearch): string | undefined {
  const vehicle = useQuery({ ...vehicleQuery(id ?? ''), enabled: id !== undefined }).data;
  const engines = useQuery({ ...enginesQuery(id), enabled: id !== undefined && engine !== '' }).data ?? [];
  return vehicle && ownVehicle(vehicle, engineAmong(engines, engine)).name;
}

const SORT_NAMES = { price: 'Lowest price', '-price': 'Highest price', name: 'Name' } as const;

/** The order of the list, and how it is shown. */
const Controls = memo(function Controls({
  search,
  pagesBefore,
}: {
  readonly search: CatalogueSearch;
  readonly pagesBefore: readonly string[] | undefined;
}) {
  const base = firstPageOf(search);
  // The same page in another look has the same pages before it; another order begins at its first.
  const following = useFollowing((link) =>
    pagesBefore !== undefined && new URLSearchParams(link.search).has('cursor') ? { pagesBefore } : {},
  );
  return (
    <div className={styles.controls} {...following}>
      <Segments label="Sort by">
        <SegmentAnchor href={listPath({ ...base, sort: undefined })} chosen={search.sort === undefined}>
          {search.q === undefined ? 'Featured' : 'Best match'}
        </SegmentAnchor>
        {SORTS.map((sort) => (
          <SegmentAnchor key={sort} href={listPath({ ...base, sort })} chosen={search.sort === sort}>
            {SORT_NAMES[sort]}
          </SegmentAnchor>
        ))}
      </Segments>
      <Segments label="Show as">
        <SegmentAnchor href={listPath({ ...search, view: undefined })} chosen={search.view === undefined}>
          List
        </SegmentAnchor>
        <SegmentAnchor href={listPath({ ...search, view: 'grid' })} chosen={search.view === 'grid'}>
          Grid
        </SegmentAnchor>
      </Segments>
    </div>
  );
});

const Pages = memo(function Pages({
  shown,
  total,
  isLowerBound,
  next,
  search,
}: {
  readonly shown: number;
  readonly total: number;
  readonly isLowerBound: boolean;
  /** Null where this is the last one. */
  readonly next: string | null;
  readonly search: CatalogueSearch;
}) {
  const locale = useLocale();
  // How one came here is known to the browser's history only; without it the way back leads to the first page.
  const isHydrated = useHydrated();
  const walked = useHistoryState().pagesBefore;
  const before = (isHydrated && walked) || [];
  // The first page's has no cursor.
  const back = before.at(-1) || undefined;
  const format = wholeNumbers(locale);
  const router = useRouter();
  // Who has come to the end of this page most likely goes on: the next one is laid out before they point at it.
  const loadNext = useCallback(() => {
    const cursor = next ?? undefined;
    router.preloadRoute({ to: '/catalogue', search: { ...search, cursor } }).catch(() => undefined);
  }, [router, search, next]);
  const following = useFollowing(({ rel }) => ({
    pagesBefore: rel === 'next' ? [...before, search.cursor ?? ''] : before.slice(0, -1),
  }));
  return (
    <div {...following}>
      <Pagination
        onSeen={next === null ? undefined : loadNext}
        summary={`${format.format(shown)} of ${isLowerBound ? 'more than ' : ''}${format.format(total)} parts`}
      >
        {search.cursor !== undefined && (
          <ButtonAnchor href={listPath({ ...search, cursor: back })} rel="prev">
            {back === undefined ? 'First page' : 'Previous page'}
          </ButtonAnchor>
        )}
        {next !== null && (
          <ButtonAnchor href={listPath({ ...search, cursor: next })} rel="next">
            Next page
          </ButtonAnchor>
        )}
      </Pagination>
    </div>
  );
});

function NothingFound({ search }: { readonly search: CatalogueSearch }) {
  const narrowed = !isWhole({ ...search, q: undefined });
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
      {whatToDo(search.q)}
    </EmptyState>
  );
}

/** Its form alone, since what reads VINs would be a script more for everybody who looks for parts. */
const LIKE_A_VIN = /^[a-z\d]{17}$/i;

function whatToDo(sought: string | undefined): string {
  if (sought === undefined)
    return 'Nothing in the catalogue has all of these at once. Take one of them away.';
  return LIKE_A_VIN.test(sought)
    ? 'This looks like a VIN, the number of a vehicle. Choose your vehicle by it, above, and see which parts fit.'
    : 'Try another number from the box or the old part: the maker’s, the vehicle maker’s or a competitor’s. A part of it is enough, and how it is spaced doesn’t matter.';
}
