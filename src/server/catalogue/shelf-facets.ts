/**
 * Facets that the shelves' counts know without looking at a part, and exactly, however long the list is: of lists that are narrowed
 * by brand, type, category and grade alone.
 */
import type { PartCriteria, PartFilters } from '#server/read-models/part-criteria.ts';
import type { FacetCount, KnownFacets } from '#server/read-models/part-facets.ts';
import type { CountedType, ShelfCounts } from '#server/read-models/shelf-counts.ts';
import type { KeptShelves } from './kept-shelves.ts';

/** What parts are counted by, and the filter that chooses in it. */
const COUNTED_BY = { brand: 'brands', type: 'types', grade: 'grades' } as const;
type CountedBy = keyof typeof COUNTED_BY;
const KNOWN: ReadonlySet<keyof PartFilters> = new Set(['brands', 'types', 'categories', 'grades']);

const NOTHING: KnownFacets = new Map();

/**
 * Those of a list's facets; none where the shelves are not at hand. Of lists for words, a vehicle or some parts there are none either,
 * and they are not asked.
 */
export async function shelfFacets(
  shelves: Pick<KeptShelves, 'atHand'>,
  { filters, text, vehicleIds, partIds }: PartCriteria,
): Promise<KnownFacets> {
  if (text !== undefined || vehicleIds !== undefined || partIds !== undefined) return NOTHING;
  const counts = (await shelves.atHand())?.counts;
  if (counts === undefined) return NOTHING;
  const known = new Map<FacetCount['dimension'], readonly FacetCount[]>();
  for (const dimension of ['brand', 'type', 'grade'] as const) {
    const others = withoutChoiceIn(dimension, filters);
    if (chosenIn(others).every((name) => KNOWN.has(name))) {
      known.set(dimension, countedBy(dimension, counts, others));
    }
  }
  if (chosenIn({ ...filters, kinds: undefined }).length === 0) {
    known.set(
      'kind',
      counts.kinds.map(({ kind, count }) => facetCount('kind', kind, count)),
    );
  }
  return known;
}

/** Each facet leaves its own choice out, and types what can only be chosen within one. */
function withoutChoiceIn(dimension: CountedBy, filters: PartFilters): PartFilters {
  return {
    ...filters,
    [COUNTED_BY[dimension]]: undefined,
    ...(dimension === 'type' && { attributes: undefined }),
  };
}

const chosenIn = (filters: PartFilters): (keyof PartFilters)[] =>
  (Object.keys(filters) as (keyof PartFilters)[]).filter((name) => filters[name] !== undefined);

function countedBy(
  dimension: CountedBy,
  { brands, types, cells }: ShelfCounts,
  { brands: slugs, types: codes, categories, grades }: PartFilters,
): FacetCount[] {
  const brandsById = new Map(brands.map((brand) => [brand.id, brand]));
  const typesById = new Map(types.map((type) => [type.id, type]));
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const brand = brandsById.get(cell.brand_id);
    const type = cell.part_type_id === null ? undefined : typesById.get(cell.part_type_id);
    const isListed =
      isAmong(slugs, brand?.slug) &&
      isAmong(codes, type?.code) &&
      isAmong(grades, cell.grade) &&
      isOfCategory(categories, type);
    const value = { brand: brand?.slug, type: type?.code, grade: cell.grade }[dimension];
    if (isListed && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + cell.count);
  }
  return [...counts].map(([value, count]) => facetCount(dimension, value, count));
}

const isAmong = (chosen: readonly string[] | undefined, value: string | undefined): boolean =>
  chosen === undefined || (value !== undefined && chosen.includes(value));

/** Chosen by its name, or by that of a group in it: "Braking/Discs and drums". */
function isOfCategory(chosen: readonly string[] | undefined, type: CountedType | undefined): boolean {
  if (chosen === undefined) return true;
  const category = type?.category ?? [];
  return isAmong(chosen, category[0]) || isAmong(chosen, category.join('/'));
}

const facetCount = (dimension: CountedBy | 'kind', value: string, count: number): FacetCount => ({
  dimension,
  value,
  count,
  isPartial: false,
});
