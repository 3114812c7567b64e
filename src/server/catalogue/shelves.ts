/** What the catalogue holds, arranged as pages ask for it: by category, by type, by brand. */
import type { CatalogueBody } from '#contract/catalogue.ts';
import type { BrandBody, CategoryBody, PartTypeBody } from '#contract/shelves.ts';
import { slugOf } from '#domain/catalogue/part-number.ts';
import type { CountedType, ShelfCounts } from '#server/read-models/shelf-counts.ts';

export type Shelves = {
  readonly partCount: number;
  readonly cells: readonly ShelfCell[];
  readonly catalogue: CatalogueBody;
  readonly categories: CategoryBody[];
  /** By code; types without parts, too. */
  readonly types: ReadonlyMap<string, PartTypeBody>;
  /** By name. */
  readonly brands: BrandBody[];
};

/** How many parts are of one brand, type and grade. */
export type ShelfCell = {
  /** Its slug. */
  readonly brand: string;
  /** Its code; '' for none. */
  readonly type: string;
  /** What that type is found under: "Braking", and "Braking/Discs and drums". */
  readonly categories: readonly string[];
  readonly grade: Cell['grade'];
  readonly count: number;
};

type Cell = ShelfCounts['cells'][number];

export function arrangeShelves({ brands, types, cells, kinds }: ShelfCounts): Shelves {
  const ofBrand = Map.groupBy(cells, (cell) => cell.brand_id);
  const ofType = Map.groupBy(cells, (cell) => cell.part_type_id);
  const typesById = new Map(types.map((type) => [type.id, type]));
  const brandsById = new Map(brands.map((brand) => [brand.id, brand]));
  const typeBodies = types.map((type): PartTypeBody => {
    const own = ofType.get(type.id) ?? [];
    return {
      slug: type.code,
      name: type.name,
      count: sum(own),
      category: categoryOf(type),
      group: type.category.slice(1).join(', '),
      kinds: [...type.kinds],
      synonyms: [...type.synonyms],
      brands: mostFirst(own, (cell) => brandsById.get(cell.brand_id)),
      grades: gradesOf(own),
    };
  });
  const brandBodies = brands.flatMap((brand): BrandBody[] => {
    const own = ofBrand.get(brand.id);
    if (own === undefined) return [];
    const types = mostFirst(own, ({ part_type_id: id }) => {
      const type = id === null ? undefined : typesById.get(id);
      return type && { slug: type.code, name: type.name };
    });
    return [{ slug: brand.slug, name: brand.name, count: sum(own), types, grades: gradesOf(own) }];
  });
  const categories = categoriesOf(typeBodies);
  const partCount = sum(cells);
  return {
    partCount,
    cells: cells.map(({ brand_id, part_type_id, grade, count }) => {
      const type = part_type_id === null ? undefined : typesById.get(part_type_id);
      const [widest = ''] = type?.category ?? [];
      return {
        brand: brandsById.get(brand_id)?.slug ?? '',
        type: type?.code ?? '',
        categories: type === undefined ? [] : [widest, type.category.join('/')],
        grade,
        count,
      };
    }),
    catalogue: {
      partCount,
      kinds: [...kinds],
      categories: categories.map(({ name, groups }) => ({
        name,
        types: groups.flatMap((group) => group.types),
      })),
      brands: brandBodies.map(({ slug, name, count }) => ({ slug, name, count })),
    },
    categories,
    types: new Map(typeBodies.map((type) => [type.slug, type])),
    brands: brandBodies,
  };
}

function categoryOf({ category: [name = ''] }: CountedType) {
  return { slug: slugOf(name), name };
}

/** Categories and their groups, in the order of their types; without what has no parts. */
function categoriesOf(types: readonly PartTypeBody[]): CategoryBody[] {
  const present = types.filter((type) => type.count > 0);
  return [...Map.groupBy(present, (type) => type.category.slug)].flatMap(([slug, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const groups = [...Map.groupBy(own, (type) => type.group)].map(([name, inGroup]) => ({
      name,
      types: inGroup.map((type) => ({ slug: type.slug, name: type.name, count: type.count })),
    }));
    return [{ slug, name: first.category.name, count: sum(own), groups }];
  });
}

function sum(counted: readonly { readonly count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0);
}

/** Cells added up by what each is of, the most first; cells of nothing are left out. */
function mostFirst(
  cells: readonly Cell[],
  of: (cell: Cell) => { readonly slug: string; readonly name: string } | undefined,
) {
  const counts = new Map<string, { slug: string; name: string; count: number }>();
  for (const cell of cells) {
    const named = of(cell);
    if (named === undefined) continue;
    const { slug, name } = named;
    counts.set(slug, { slug, name, count: (counts.get(slug)?.count ?? 0) + cell.count });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function gradesOf(cells: readonly Cell[]) {
  return [...Map.groupBy(cells, (cell) => cell.grade)]
    .map(([grade, own]) => ({ grade, count: sum(own) }))
    .sort((a, b) => b.count - a.count || (a.grade < b.grade ? -1 : 1));
}
