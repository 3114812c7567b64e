/**
 * What the list can be narrowed to, with how many parts each choice would give. Plain links and forms, so that they work
 * without script and can be opened in a tab; several values of one thing widen it.
 */
import { memo, type ReactNode, useRef } from 'react';
import type { FacetsBody } from '#contract/search.ts';
import { useFollowing } from '#web/navigation/use-following.ts';
import { Quantity } from '#web/ui/numbers.tsx';
import {
  type CatalogueSearch,
  type FacetName,
  isWhole,
  listPath,
  toggled,
  valuesOf,
} from './catalogue-search.ts';
import styles from './filters.module.css';
import { PriceForm } from './price-form.tsx';
import { useAskedAhead } from './use-asked-ahead.ts';
import { GRADE_NAMES, KIND_NAMES } from './words.ts';

type Facet = FacetsBody['brand'];
type Value = Facet['values'][number];

/** Values shown before the rest folds away. */
const SHOWN = 10;

/** Rendered again only when something in it is another. */
export const CatalogueFilters = memo(function CatalogueFilters({
  facets,
  search,
  currencyLabel,
}: {
  readonly facets: FacetsBody;
  readonly search: CatalogueSearch;
  readonly currencyLabel: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  useAskedAhead(box);
  const available = facets.inStock.values.find(({ value }) => value === 'true');
  return (
    <div ref={box} data-stretches="" {...useFollowing()}>
      <Group title="Availability">
        <Choice
          search={{ ...search, cursor: undefined, inStock: search.inStock === 'true' ? undefined : 'true' }}
          isChosen={search.inStock === 'true'}
          count={available?.count ?? 0}
          isLowerBound={facets.inStock.relation === 'gte'}
        >
          In stock
        </Choice>
      </Group>
      <Choices title="Vehicle" name="kind" search={search} facet={named(facets.kind, kindName)} />
      <PartTypes facet={facets.type} search={search} />
      <Choices title="Brand" name="brand" search={search} facet={facets.brand} />
      <section className={styles.group}>
        <h2 className={styles.title}>Price: {currencyLabel}</h2>
        <PriceForm key={`${search.priceFrom} ${search.priceTo}`} search={search} bounds={facets.price} />
      </section>
      {/* Of no use before anything is chosen. */}
      {facets.position.values.length > 1 && !isWhole(search) && (
        <Choices title="Position" name="position" search={search} facet={facets.position} />
      )}
      <Choices title="Grade" name="grade" search={search} facet={named(facets.grade, gradeName)} />
      {facets.attributes.map(({ key, name, unit, values, relation }) => (
        <Choices
          key={key}
          title={unit === '' ? name : `${name}, ${unit}`}
          name="attribute"
          search={search}
          facet={{
            relation,
            values: values.map((one) => ({ ...one, value: `${key}=${one.value}` })),
          }}
        />
      ))}
    </div>
  );
});

const named = (facet: Facet, nameOf: (value: string) => string | undefined): Facet => ({
  ...facet,
  values: facet.values.map((one) => ({ ...one, name: nameOf(one.value) ?? one.name })),
});
const kindName = (kind: string) => Object.entries(KIND_NAMES).find(([one]) => one === kind)?.[1].many;
const gradeName = (grade: string) => Object.entries(GRADE_NAMES).find(([one]) => one === grade)?.[1];

/** The types of the list under their categories, both by name: what is where does not change with what is counted. */
function PartTypes({
  facet,
  search,
}: {
  readonly facet: FacetsBody['type'];
  readonly search: CatalogueSearch;
}) {
  const chosen = valuesOf(search.type);
  const byName = facet.values.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const categories = [...new Set(byName.map(({ category }) => category))]
    .sort()
    .map((name) => ({ name, types: byName.filter(({ category }) => category === name) }));
  if (categories.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2 className={styles.title}>Part type</h2>
      {categories.map(({ name, types }) => (
        <details
          key={name}
          className={styles.category}
          open={categories.length <= 2 || types.some(({ value }) => chosen.includes(value))}
        >
          <summary>{name}</summary>
          <ul>
            <ChoiceLines name="type" search={search} facet={{ relation: facet.relation, values: types }} />
          </ul>
        </details>
      ))}
    </section>
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

type ChoicesProps = {
  readonly name: FacetName | 'attribute';
  readonly search: CatalogueSearch;
  readonly facet: Facet;
};

/** The values of one thing under its title, where it has any. */
function Choices({ title, ...choices }: ChoicesProps & { readonly title: string }) {
  if (choices.facet.values.length === 0) return null;
  return (
    <Group title={title}>
      <ChoiceLines {...choices} />
    </Group>
  );
}

/** What is beyond the first few folds away, unless it is chosen. */
function ChoiceLines({ name, search, facet: { values, relation } }: ChoicesProps) {
  const chosen = valuesOf(search[name]);
  const choice = ({ value, name: words, count }: Value) => (
    <Choice
      key={value}
      search={toggled(search, name, value)}
      isChosen={chosen.includes(value)}
      count={count}
      isLowerBound={relation === 'gte'}
    >
      {words}
    </Choice>
  );
  const shown = values.filter(({ value }, index) => index < SHOWN || chosen.includes(value));
  const folded = values.filter((value) => !shown.includes(value));
  return (
    <>
      {shown.map(choice)}
      {folded.length > 0 && (
        <li>
          <details className={styles.category}>
            <summary>{folded.length} more</summary>
            <ul>{folded.map(choice)}</ul>
          </details>
        </li>
      )}
    </>
  );
}

/** One link of the filters. A chosen one takes its narrowing away again. */
function Choice({
  search,
  isChosen,
  count,
  isLowerBound,
  children,
}: {
  readonly search: CatalogueSearch;
  readonly isChosen: boolean;
  readonly count: number;
  /** There may be more. */
  readonly isLowerBound: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <a href={listPath(search)} className={styles.choice} {...(isChosen && { 'data-chosen': true })}>
        <span className={styles.name}>{children}</span>
        {isChosen && <span className="sr">, chosen; remove</span>}
        <span className={styles.count}>
          <Quantity value={count} />
          {isLowerBound && '+'}
        </span>
      </a>
    </li>
  );
}
