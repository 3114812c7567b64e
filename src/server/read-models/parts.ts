/** Reading the catalogue: lists, one part, what there is. Joins tables of several nouns, for reading only. */

import { type RawBuilder, sql } from 'kysely';
import type { Grade } from '#domain/catalogue/grade.ts';
import { normaliseNumber } from '#domain/catalogue/part-number.ts';
import type { VehicleKind } from '#domain/vehicles/vehicle.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { COUNTED_TO } from '#server/platform/page-headers.ts';

export type PartRow = {
  id: number;
  sku: string;
  name: string;
  description: string;
  image_url: string;
  available: number;
  min_order: number;
  order_multiple: number;
  price_minor: number;
  brand_name: string;
  brand_slug: string;
  part_number: string;
  part_type_code: string | null;
  part_type_name: string | null;
  grade: Grade;
  lifecycle: 'active' | 'superseded' | 'discontinued';
  rank: number;
};

const columns = (description: RawBuilder<unknown>) => sql`
  part.id, part.sku, part.name, ${description} AS description, part.image_url,
  coalesce(level.on_hand_units - level.reserved_units, 0) AS available,
  part.min_order, part.order_multiple, part.price_minor, brand.name AS brand_name, brand.slug AS brand_slug,
  part.part_number, part_type.code AS part_type_code, part_type.name AS part_type_name,
  part.grade, part.lifecycle, part.rank`;
/** What of a part lists show, from {@link PART_JOINS}. */
export const PART_COLUMNS = columns(sql`part.description`);
/** The same with an empty description: it is longer than all the rest, and most lists don't show it. */
export const PART_COLUMNS_UNDESCRIBED = columns(sql`''`);
export const PART_JOINS = sql`
  JOIN brand ON brand.id = part.brand_id
  LEFT JOIN part_type ON part_type.id = part.part_type_id
  LEFT JOIN stock_level AS level ON level.part_id = part.id`;

export type PartFilter = {
  readonly brand?: string | undefined;
  readonly type?: string | undefined;
  readonly kind?: VehicleKind | undefined;
};

/** Conditions on `part` beside the text, as one list of ANDs. */
function narrowing(filter: PartFilter): RawBuilder<unknown> {
  const conditions = [sql`part.archived_at IS NULL`];
  if (filter.brand !== undefined)
    conditions.push(sql`part.brand_id = (SELECT id FROM brand WHERE slug = ${filter.brand})`);
  if (filter.type !== undefined) {
    conditions.push(sql`part.part_type_id = (SELECT id FROM part_type WHERE code = ${filter.type})`);
  }
  if (filter.kind !== undefined) {
    conditions.push(
      sql`EXISTS (SELECT FROM part_kind WHERE part_kind.part_id = part.id AND part_kind.kind = ${filter.kind})`,
    );
  }
  return sql.join(conditions, sql` AND `);
}

/** A page in the shop's own order, from behind this rank and id. */
export async function listParts(
  db: Querier,
  filter: PartFilter,
  page: {
    readonly limit: number;
    readonly after?: { readonly rank: number; readonly id: number } | undefined;
  },
): Promise<PartRow[]> {
  const after =
    page.after === undefined
      ? sql``
      : sql`AND (part.rank, part.id) > (${page.after.rank}::int, ${page.after.id}::bigint)`;
  const { rows } = await sql<PartRow>`
    SELECT ${PART_COLUMNS} FROM part ${PART_JOINS}
    WHERE ${narrowing(filter)} ${after}
    ORDER BY part.rank, part.id
    LIMIT ${sql.lit(page.limit)}`.execute(db);
  return rows;
}

/** How many parts a filter holds, counted to one more than {@link COUNTED_TO}. */
export async function countParts(db: Querier, filter: PartFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
    FROM (SELECT FROM part WHERE ${narrowing(filter)} LIMIT ${sql.lit(COUNTED_TO + 1)}) AS counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** These parts as lists show them, in the order asked; archived ones are left out. */
export async function readParts(db: Querier, ids: readonly number[]): Promise<PartRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PartRow>`
    SELECT ${PART_COLUMNS}
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS asked (id, place) JOIN part ON part.id = asked.id ${PART_JOINS}
    WHERE part.archived_at IS NULL
    ORDER BY asked.place`.execute(db);
  return rows;
}

export type PartDetailRow = PartRow & {
  gtin: string | null;
  archived: boolean;
  attributes: Record<string, string>;
  category: string[] | null;
  attribute_types: { key: string; name: string; unit: string }[] | null;
  numbers: {
    kind: 'oe' | 'trade' | 'competitor' | 'superseded' | 'customer';
    maker: string;
    number: string;
  }[];
  vehicle_count: number;
};

function partDetails(db: Querier, where: RawBuilder<unknown>) {
  return sql<PartDetailRow>`
    SELECT ${PART_COLUMNS}, part.gtin, part.archived_at IS NOT NULL AS archived, part.attributes,
           part_type.category, part_type.attributes AS attribute_types,
           coalesce((SELECT json_agg(json_build_object('kind', kind, 'maker', maker, 'number', number)
                                     ORDER BY kind, maker, number)
                     FROM part_number_alias AS alias WHERE alias.part_id = part.id AND kind <> 'gtin'), '[]') AS numbers,
           (SELECT count(DISTINCT vehicle_id) FROM fitment WHERE fitment.part_id = part.id)::int AS vehicle_count
    FROM part ${PART_JOINS}
    WHERE ${where}
    LIMIT 1`.execute(db);
}

/** One part by id; archived ones too, since orders point to them. */
export async function findPart(db: Querier, id: number): Promise<PartDetailRow | undefined> {
  return (await partDetails(db, sql`part.id = ${id}::bigint`)).rows[0];
}

/** One part by its brand's slug and the maker's number in any form. */
export async function findPartByNumber(
  db: Querier,
  brandSlug: string,
  number: string,
): Promise<PartDetailRow | undefined> {
  const where = sql`brand.slug = ${brandSlug.toLowerCase()} AND part.part_number_norm = ${normaliseNumber(number)}
    AND part.archived_at IS NULL`;
  return (await partDetails(db, where)).rows[0];
}

export type FitmentRow = {
  kind: VehicleKind;
  make: string;
  model: string;
  year_from: number;
  year_to: number;
  position: string;
  quantity_per_vehicle: number;
  engine: string;
  qualifiers: string;
};

/** The vehicles that a part fits; consecutive years of one model under the same conditions are one row. */
export async function listFitments(db: Querier, partId: number): Promise<FitmentRow[]> {
  const { rows } = await sql<FitmentRow>`
    WITH numbered AS (
      SELECT vehicle.kind, vehicle.make, vehicle.model, vehicle.year, fitment.position, fitment.quantity_per_vehicle,
             fitment.engine, fitment.qualifiers,
             vehicle.year - row_number() OVER (
               PARTITION BY vehicle.kind, vehicle.make, vehicle.model, fitment.position, fitment.quantity_per_vehicle,
                            fitment.engine, fitment.qualifiers
               ORDER BY vehicle.year) AS run
      FROM fitment JOIN vehicle ON vehicle.id = fitment.vehicle_id
      WHERE fitment.part_id = ${partId}::bigint
    )
    SELECT kind, make, model, min(year)::int AS year_from, max(year)::int AS year_to, position,
           quantity_per_vehicle, engine, qualifiers
    FROM numbered
    GROUP BY kind, make, model, position, quantity_per_vehicle, engine, qualifiers, run
    ORDER BY make, model, year_from, position, engine, qualifiers
    LIMIT 2000`.execute(db);
  return rows;
}
