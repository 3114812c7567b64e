/** What a list is narrowed to, each as a chip that takes it away again. */
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { memo } from 'react';
import type { FacetsBody } from '#contract/search.ts';
import { useFollowing } from '#web/navigation/use-following.ts';
import { type CatalogueSearch, type FacetName, listPath, toggled, valuesOf } from './catalogue-search.ts';
import styles from './chosen-filters.module.css';
import { GRADE_NAMES, KIND_NAMES } from './words.ts';

export type ChosenFilter = {
  readonly key: string;
  readonly name: string;
  /** The list without it. */
  readonly without: CatalogueSearch;
};

/** All that narrows the list, in the words of the page. `vehicleName` is that of the vehicle, where it is known. */
export function chosenFilters(
  search: CatalogueSearch,
  facets: FacetsBody,
  vehicleName: string | undefined,
): ChosenFilter[] {
  const nameIn = (facet: FacetsBody['brand'], value: string) =>
    facet.values.find((one) => one.value === value)?.name;
  const names: Readonly<Record<FacetName | 'attribute', (value: string) => string | undefined>> = {
    type: (code) => nameIn(facets.type, code),
    brand: (slug) => nameIn(facets.brand, slug),
    kind: (kind) => Object.entries(KIND_NAMES).find(([one]) => one === kind)?.[1].many,
    grade: (grade) => Object.entries(GRADE_NAMES).find(([one]) => one === grade)?.[1],
    position: (position) => position,
    attribute: (attribute) => attributeName(attribute, facets),
  };
  const one = (key: keyof CatalogueSearch, name: string | undefined): ChosenFilter[] =>
    name === undefined ? [] : [{ key, name, without: { ...search, cursor: undefined, [key]: undefined } }];
  const many = (key: FacetName | 'attribute'): ChosenFilter[] =>
    valuesOf(search[key]).map((value) => ({
      key: `${key} ${value}`,
      name: names[key](value) ?? value,
      without: toggled(search, key, value),
    }));
  return [
    ...one('q', search.q && `“${search.q}”`),
    ...one('vehicle', search.vehicle && `For ${vehicleName ?? 'a vehicle'}`).map((filter) => ({
      ...filter,
      without: { ...filter.without, engine: undefined },
    })),
    ...one('category', search.category),
    ...many('type'),
    ...many('brand'),
    ...many('kind'),
    ...many('position'),
    ...many('grade'),
    ...many('attribute'),
    ...one('priceFrom', search.priceFrom && `From ${search.priceFrom}`),
    ...one('priceTo', search.priceTo && `To ${search.priceTo}`),
    ...one('inStock', search.inStock && 'In stock'),
  ];
}

function attributeName(attribute: string, facets: FacetsBody): string {
  const [key = '', value = ''] = attribute.split(/=(.*)/s);
  const known = facets.attributes.find((one) => one.key === key);
  return known === undefined
    ? attribute
    : `${known.name}: ${value}${known.unit === '' ? '' : ` ${known.unit}`}`;
}

export const ChosenFilters = memo(function ChosenFilters({
  chosen,
}: {
  readonly chosen: readonly ChosenFilter[];
}) {
  return (
    <ul className={styles.chips} aria-label="Narrowed to" {...useFollowing()}>
      {chosen.map(({ key, name, without }) => {
        const words = (
          <>
            {name}
            <X className="icon" aria-hidden="true" />
            <span className="sr">Remove</span>
          </>
        );
        return (
          <li key={key}>
            {/* A plain link leads on with the vehicle, and so can't take it away. */}
            {key === 'vehicle' ? (
              <Link to="/catalogue" search={without} className={styles.chip}>
                {words}
              </Link>
            ) : (
              <a href={listPath(without)} className={styles.chip}>
                {words}
              </a>
            )}
          </li>
        );
      })}
      {chosen.length > 1 && (
        <li>
          <Link to="/catalogue" search={{ vehicle: undefined }} className={styles.clear}>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
});
