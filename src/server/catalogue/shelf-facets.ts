/** What is known of a list from the counts of the shelves, exactly, however long it is: no part is looked at for that. */
import type { PartCriteria, PartFilters } from '#server/read-models/part-criteria.ts';
import type { FacetCount, KnownFacets } from '#server/read-models/part-facets.ts';
import type { KeptShelves } from './kept-shelves.ts';
import type { ShelfCell, Shelves } from './shelves.ts';

/** What shelves are counted by. */
const SHELVED: ReadonlySet<string> = new Set<keyof PartFilters>(['brands', 'types', 'categories', 'grades']);

export type KnownOnShelves = {
  readonly facets: KnownFacets;
  /** How many parts the list has; undefined where more narrows it than what shelves are counted by. */
  readonly total: number | undefined;
};

const NOTHING: KnownOnShelves = { facets: new Map(), total: undefined };

/**
 * What the shelves know of a list: nothing where it is for words, a vehicle or some parts, or where they are not at hand. Of the
 * catalogue as a whole they are told as they are kept: a thousand parts, counted in its place, would lack some of its brands.
 */
export async function knownOnShelves(
  shelves: KeptShelves,
  { filters, text, vehicleIds, partIds }: PartCriteria,
): Promise<KnownOnShelves> {
  if (text !== undefined || vehicleIds !== undefined || partIds !== undefined) return NOTHING;
  const chosen = Object.entries(filters).flatMap(([name, choice]) => (choice === undefined ? [] : [name]));
  const kept = await (chosen.length === 0 ? shelves.read().catch(() => undefined) : shelves.atHand());
  return kept === undefined ? NOTHING : knownOf(kept, filters, chosen);
}

function knownOf(
  { cells, catalogue }: Shelves,
  filters: PartFilters,
  chosen: readonly string[],
): KnownOnShelves {
  const facets = new Map<FacetCount['dimension'], readonly FacetCount[]>();
  const others = chosen.filter((name) => !SHELVED.has(name));
  let total: number | undefined;
  // Who chooses another type leaves the attributes of this one behind.
  if (others.every((name) => name === 'attributes' && filters.types !== undefined)) {
    const counts = countsIn(cells, filters);
    facets.set('type', facetCounts('type', counts.type));
    if (others.length === 0) {
      facets.set('brand', facetCounts('brand', counts.brand));
      facets.set('grade', facetCounts('grade', counts.grade));
      total = counts.total;
    }
  }
  if (chosen.every((name) => name === 'kinds')) {
    facets.set('kind', facetCounts('kind', new Map(catalogue.kinds.map(({ kind, count }) => [kind, count]))));
  }
  return { facets, total };
}

/** How many parts there are, and of each brand, type and grade, each of these without the choice among its own. */
function countsIn(cells: readonly ShelfCell[], { brands, types, categories, grades }: PartFilters) {
  const counts = {
    brand: new Map<string, number>(),
    type: new Map<string, number>(),
    grade: new Map<string, number>(),
  };
  let total = 0;
  for (const { brand, type, categories: own, grade, count } of cells) {
    if (categories?.some((category) => own.includes(category)) === false) continue;
    const isOfBrand = brands?.includes(brand) ?? true;
    const isOfType = types?.includes(type) ?? true;
    const isOfGrade = grades?.includes(grade) ?? true;
    if (isOfType && isOfGrade) add(counts.brand, brand, count);
    if (isOfBrand && isOfGrade) add(counts.type, type, count);
    if (isOfBrand && isOfType) add(counts.grade, grade, count);
    if (isOfBrand && isOfType && isOfGrade) total += count;
  }
  return { ...counts, total };
}

function add(counts: Map<string, number>, value: string, count: number): void {
  counts.set(value, (counts.get(value) ?? 0) + count);
}

/** What is of no type is counted, and offered as no choice. */
function facetCounts(
  dimension: FacetCount['dimension'],
  counts: ReadonlyMap<string, number>,
): readonly FacetCount[] {
  return [...counts].flatMap(([value, count]) =>
    value === '' ? [] : [{ dimension, value, count, isPartial: false }],
  );
}
