/** Counted facets as the wire has them. */
import type { FacetsBody } from '#contract/search.ts';
import type { KnownAttribute, Lexicon } from '#domain/catalogue/search-lexicon.ts';
import { type Currency, toDecimal } from '#domain/money.ts';
import type { PartFilters } from '#server/read-models/part-criteria.ts';
import { type FacetCount, shownValues } from '#server/read-models/part-facets.ts';

const MAX_VALUES = 200;

/** @param chosen what was asked for: its brands and types are always told, also where no part has them or too many others have more */
export function facetsBody(
  counts: readonly FacetCount[],
  chosen: Pick<PartFilters, 'brands' | 'types'>,
  { brands, types }: Pick<Lexicon, 'brands' | 'types'>,
  attributes: readonly KnownAttribute[],
  list: Currency,
): FacetsBody {
  const byDimension = Map.groupBy(counts, (count) => count.dimension);
  const of = (dimension: FacetCount['dimension']) => byDimension.get(dimension) ?? [];
  const relationOf = (found: readonly FacetCount[]): 'eq' | 'gte' =>
    found.some((count) => count.isPartial) ? 'gte' : 'eq';
  const facet = (
    dimension: FacetCount['dimension'],
    names?: ReadonlyMap<string, string>,
    alwaysTold: readonly string[] = [],
  ) => {
    const found = of(dimension);
    const values = found
      .map(({ value, count }) => ({ value, name: names?.get(value) ?? value, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    const shown = values.slice(0, MAX_VALUES);
    for (const value of alwaysTold) {
      const name = names?.get(value);
      if (name === undefined || shown.some((one) => one.value === value)) continue;
      shown.push(values.find((one) => one.value === value) ?? { value, name, count: 0 });
    }
    return { values: shown, relation: relationOf(found) };
  };
  const categories = new Map(types.map(({ code, category: [widest = ''] }) => [code, widest]));
  const ofTypes = facet('type', new Map(types.map(({ code, name }) => [code, name])), chosen.types);
  const [from, to] = [of('price-from')[0], of('price-to')[0]];
  return {
    brand: facet('brand', new Map(brands.map(({ slug, name }) => [slug, name])), chosen.brands),
    type: {
      ...ofTypes,
      values: ofTypes.values.map((one) => ({ ...one, category: categories.get(one.value) ?? '' })),
    },
    grade: facet('grade'),
    kind: facet('kind'),
    position: facet('position'),
    inStock: facet('stock'),
    price:
      from === undefined || to === undefined
        ? null
        : { from: toDecimal(Number(from.value), list), to: toDecimal(Number(to.value), list) },
    attributes: attributes.flatMap(({ key, name, unit, type }) => {
      const values = of(`attribute:${key}`);
      if (values.length === 0) return [];
      const numbers = values.map(({ value }) => Number(value)).filter(Number.isFinite);
      return [
        {
          key,
          name,
          unit,
          type,
          values: shownValues(values, type === 'number').map(({ value, count }) => ({
            value,
            name: value,
            count,
          })),
          relation: relationOf(values),
          range:
            type === 'number' && numbers.length > 0
              ? { from: Math.min(...numbers), to: Math.max(...numbers) }
              : null,
        },
      ];
    }),
  };
}
