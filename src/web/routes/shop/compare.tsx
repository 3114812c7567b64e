/** Up to four parts side by side. Which they are stands in the address, so that it can be shared. */
import { useSuspenseQueries } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { pageHead } from '#web/document/head.ts';
import { compareRows } from '#web/features/catalogue/compare-rows.ts';
import {
  COMPARED_AT_MOST,
  type CompareSearch,
  comparedPlaces,
  comparedText,
  compareSearch,
  type PartPlace,
  placeName,
} from '#web/features/catalogue/compare-search.ts';
import { removeCompared, useComparedParts } from '#web/features/catalogue/compare-shelf.ts';
import { CompareTable } from '#web/features/catalogue/compare-table.tsx';
import { type ComparedPart, comparedPartQuery } from '#web/features/catalogue/compared-part.ts';
import { RecentPartsStrip } from '#web/features/catalogue/recent-parts-strip.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { FitBadge } from '#web/features/vehicles/fit-badge.tsx';
import { useFits } from '#web/features/vehicles/use-fits.ts';
import { useChosenVehicle } from '#web/features/vehicles/vehicle-shelf.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Breadcrumbs, PageTitle } from '#web/ui/headings.tsx';
import { useLocale } from '#web/ui/locale.tsx';
import { EmptyState, Note } from '#web/ui/notices.tsx';
import { Segment, Segments } from '#web/ui/segmented.tsx';
import styles from './compare.module.css';

export const Route = createFileRoute('/catalogue/compare')({
  validateSearch: compareSearch,
  search: keepVehicle,
  loaderDeps: ({ search }) => ({ part: search.part }),
  loader: async ({ context: { queryClient }, deps }) => {
    const parts = await Promise.all(
      comparedPlaces(deps.part).map((place) => queryClient.ensureQueryData(comparedPartQuery(place))),
    );
    return parts.flatMap(({ part }) => (part === null ? [] : [`${part.brand} ${part.partNumber}`]));
  },
  head: ({ match, loaderData: names = [] }) =>
    pageHead(match.context, {
      title: names.length > 0 ? `Compare ${names.join(', ')}` : 'Compare parts',
      description: 'Vehicle parts side by side: price, stock, minimum order, measures and numbers.',
      canonical: '/catalogue/compare',
      // Any four of all parts can be compared.
      noIndex: match.search.part !== undefined,
    }),
  component: Compare,
});

function Compare() {
  const search = Route.useSearch();
  const places = comparedPlaces(search.part);
  const answers = useSuspenseQueries({ queries: places.map(comparedPartQuery) });
  const parts = answers.flatMap(({ data }) => (data.part === null ? [] : [data.part]));
  const gone = places.flatMap((place, index) => {
    const compared = answers[index]?.data;
    return compared?.part === null ? [{ place, replacedBy: compared.replacedBy }] : [];
  });
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs>
        <Link to="/">Home</Link>
        <Link to="/catalogue">Catalogue</Link>
        Compare
      </Breadcrumbs>
      <PageTitle>{parts.length > 1 ? `${parts.length} parts side by side` : 'Compare parts'}</PageTitle>
      {gone.map(({ place, replacedBy }) => (
        <Gone key={placeName(place)} place={place} replacedBy={replacedBy} places={places} />
      ))}
      {parts.length > 1 ? <Beside parts={parts} search={search} /> : <Invitation part={parts[0]} />}
      <RecentPartsStrip />
    </div>
  );
}

function Beside({
  parts,
  search,
}: {
  readonly parts: readonly PartDetailBody[];
  readonly search: CompareSearch;
}) {
  const rows = compareRows(parts, useShop(), useLocale());
  const vehicle = useChosenVehicle();
  const knownFit = useFits(parts.map((part) => part._id));
  const different = rows.filter((row) => row.differs);
  const [first] = parts;
  return (
    <>
      <div className={styles.controls}>
        <Segments label="Show">
          <Segment
            to="/catalogue/compare"
            search={{ ...search, only: undefined }}
            chosen={search.only === undefined}
            count={rows.length}
          >
            Everything
          </Segment>
          <Segment
            to="/catalogue/compare"
            search={{ ...search, only: 'differences' }}
            chosen={search.only !== undefined}
            count={different.length}
          >
            Only differences
          </Segment>
        </Segments>
        {parts.length < COMPARED_AT_MOST && (
          <Link to="/catalogue" search={{ type: first?.partTypeCode ?? undefined }}>
            Choose another part
          </Link>
        )}
      </div>
      <CompareTable
        parts={parts}
        rows={search.only === undefined ? rows : different}
        fitOf={vehicle === null ? undefined : (partId) => <FitBadge fit={knownFit(partId)} />}
      />
    </>
  );
}

/** One that was compared and is sold no longer; what replaces it can take its place. */
function Gone({
  place,
  replacedBy,
  places,
}: {
  readonly place: PartPlace;
  readonly replacedBy: ComparedPart['replacedBy'];
  readonly places: readonly PartPlace[];
}) {
  const insteadOf = (others: readonly PartPlace[]) => (search: CompareSearch) => ({
    ...search,
    part: comparedText(places.flatMap((other) => (other === place ? others : [other]))),
  });
  return (
    <div className={styles.gone}>
      <Note tone="warn">
        <p>
          <b>{placeName(place)}</b>{' '}
          {replacedBy.length === 0 ? 'is not in the shop any more, or never was.' : 'has been replaced.'}{' '}
          {replacedBy.map((newer) => (
            <Fragment key={placeName(newer)}>
              <Link to="/catalogue/compare" search={insteadOf([newer])} onClick={() => removeCompared(place)}>
                Compare {newer.brand} {newer.partNumber} instead
              </Link>{' '}
              or{' '}
            </Fragment>
          ))}
          <Link to="/catalogue/compare" search={insteadOf([])} onClick={() => removeCompared(place)}>
            {replacedBy.length === 0 ? 'Leave it out' : 'leave it out'}
          </Link>
        </p>
      </Note>
    </div>
  );
}

/** Fewer than two parts are nothing to compare. */
function Invitation({ part }: { readonly part: PartDetailBody | undefined }) {
  const chosen = useComparedParts();
  return (
    <EmptyState
      title={part === undefined ? 'Nothing to compare yet' : `${part.name} needs another part beside it`}
      action={
        chosen.length > 1 ? (
          <ButtonLink to="/catalogue/compare" search={{ part: comparedText(chosen) }} tone="signal">
            Compare the {chosen.length} parts that you chose
          </ButtonLink>
        ) : (
          <ButtonLink to="/catalogue" search={{ type: part?.partTypeCode ?? undefined }} tone="signal">
            {part?.partType == null ? 'See all parts' : `See others: ${part.partType}`}
          </ButtonLink>
        )
      }
    >
      Press “Compare” on two to four parts, in any list or on their own pages. Price, stock, measures and
      numbers then stand side by side here.
    </EmptyState>
  );
}
