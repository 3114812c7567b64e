/** Facets that are known from the counts of the shelves, exactly, however long a list is: no part is looked at for them. */
import type { PartCriteria, PartFilters } from '#server/read-models/part-criteria.ts';
import type { FacetCount, KnownFacets } from '#server/read-models/part-facets.ts';
import type { KeptShelves } from './kept-shelves.ts';
import type { ShelfCell, Shelves } from './shelves.ts';

/** What shelves are counted by. */
const SHELVED: ReadonlySet<string> = new Set<keyof PartFilters>(['brands', 'types', 'categories', 'grades']);

const NOTHING: KnownFacets = new Map();

/** Those of a list; none where it is for words, a vehicle or some parts, or where the shelves are not at hand. */
export async function shelfFacets(
  shelves: Pick<KeptShelves, 'atHand'>,
  { filters, text, vehicleIds, partIds }: PartCriteria,
): Promise<KnownFacets> {
  if (text !== undefined || vehicleIds !== undefined || partIds !== undefined) return NOTHING;
  const atHand = await shelves.atHand();
  return atHand === undefined ? NOTHING : facetsOn(atHand, filters);
}

/** Those of which no more narrows the list than what shelves are counted by. */
function facetsOn({ cells, catalogue }: Shelves, filters: PartFilters): KnownFacets {
  const known = new Map<FacetCount['dimension'], readonly FacetCount[]>();
  const chosen = Object.entries(filters).flatMap(([name, choice]) => (choice === undefined ? [] : [name]));
  const others = chosen.filter((name) => !SHELVED.has(name));
  // Who chooses another type leaves the attributes of this one behind.
  if (others.every((name) => name === 'attributes' && filters.types !== undefined)) {
    const { brand, type, grade } = countsIn(cells, filters);
    known.set('type', facetCounts('type', type));
    if (others.length === 0) {
      known.set('brand', facetCounts('brand', brand));
      known.set('grade', facetCounts('grade', grade));
    }
  }
  if (chosen.every((name) => name === 'kinds')) {
    known.set('kind', facetCounts('kind', new Map(catalogue.kinds.map(({ kind, count }) => [kind, count]))));
  }
  return known;
}

/** How many parts there are of each brand, type and grade, each without the choice among its own. */
function countsIn(cells: readonly ShelfCell[], { brands, types, categories, grades }: PartFilters) {
  const counts = {
    brand: new Map<string, number>(),
    type: new Map<string, number>(),
    grade: new Map<string, number>(),
  };
  for (const { brand, type, categories: own, grade, count } of cells) {
    if (categories?.some((category) => own.includes(category)) === false) continue;
    const isOfBrand = brands?.includes(brand) ?? true;
    const isOfType = types?.includes(type) ?? true;
    const isOfGrade = grades?.includes(grade) ?? true;
    if (isOfType && isOfGrade) add(counts.brand, brand, count);
    if (isOfBrand && isOfGrade) add(counts.type, type, count);
    if (isOfBrand && isOfType) add(counts.grade, grade, count);
  }
  return counts;
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
