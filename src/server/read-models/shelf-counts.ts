/** How many parts there are of each brand, type and grade: one pass through all parts. */

import { sql } from 'kysely';
import type { Grade } from '#domain/catalogue/grade.ts';
import type { VehicleKind } from '#domain/vehicles/vehicle.ts';
import type { Querier } from '#server/platform/db/database.ts';

export type ShelfCounts = {
  readonly brands: readonly { readonly id: number; readonly slug: string; readonly name: string }[];
  readonly types: readonly CountedType[];
  readonly cells: readonly {
    readonly brand_id: number;
    readonly part_type_id: number | null;
    readonly grade: Grade;
    readonly count: number;
  }[];
  readonly kinds: readonly { readonly kind: VehicleKind; readonly count: number }[];
};
export type CountedType = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** From the widest to the narrowest. */
  readonly category: readonly string[];
  readonly kinds: readonly VehicleKind[];
  readonly synonyms: readonly string[];
};

/** Counts all parts that the shop sells. Looks at each of them, so what it takes grows with the catalogue. */
export async function countShelves(db: Querier): Promise<ShelfCounts> {
  const [brands, types, cells, kinds] = await Promise.all([
    sql<ShelfCounts['brands'][number]>`SELECT id, slug, name FROM brand ORDER BY lower(name), name`.execute(
      db,
    ),
    sql<CountedType>`
      SELECT id, code, name, category, kinds, synonyms FROM part_type ORDER BY category, name`.execute(db),
    sql<ShelfCounts['cells'][number]>`
      SELECT brand_id, part_type_id, grade, count(*)::int AS count
      FROM part WHERE archived_at IS NULL GROUP BY brand_id, part_type_id, grade`.execute(db),
    sql<ShelfCounts['kinds'][number]>`
      SELECT kind, count(*)::int AS count
      FROM part_kind JOIN part ON part.id = part_id WHERE archived_at IS NULL
      GROUP BY kind ORDER BY count DESC`.execute(db),
  ]);
  return { brands: brands.rows, types: types.rows, cells: cells.rows, kinds: kinds.rows };
}
