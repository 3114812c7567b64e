/** The only writer of parts, brands, part types, their numbers and what the search reads of them. */

import { sql } from 'kysely';
import type { Grade } from '#domain/catalogue/grade.ts';
import { brandSlugOf } from '#domain/catalogue/part-number.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';

/** What an owner sets of a part. */
export type PartValues = {
  readonly name: string;
  readonly description: string;
  readonly priceMinor: number;
  readonly minOrder: number;
  readonly orderMultiple: number;
  readonly imageUrl: string;
  readonly brandId: number;
  readonly partNumber: string;
  readonly partTypeId: number | null;
  readonly grade: Grade;
  readonly lifecycle: 'active' | 'superseded' | 'discontinued';
};

/** Changes of a part: what is not given, or undefined, stays as it is. */
export type PartChanges = { readonly [K in keyof PartValues]?: PartValues[K] | undefined };

// Values that are not given are left out of the statement.
const columnsOf = (part: PartChanges) => ({
  name: part.name,
  description: part.description,
  price_minor: part.priceMinor,
  min_order: part.minOrder,
  order_multiple: part.orderMultiple,
  image_url: part.imageUrl,
  brand_id: part.brandId,
  part_number: part.partNumber,
  part_type_id: part.partTypeId,
  grade: part.grade,
  lifecycle: part.lifecycle,
});

/**
 * The brand of this name, made when it is new. Two spellings with one slug ("Kolb & Co", "Kolb Co") are one brand, under
 * the name that came first.
 */
export async function ensureBrand(tx: Tx, name: string): Promise<number> {
  const slug = brandSlugOf(name) || 'brand';
  // Whoever makes it at the same moment is waited for here, and has made it then. Name and slug may both be in the way.
  const made = await tx
    .insertInto('brand')
    .values({ name, slug })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  const { id } =
    made ?? (await tx.selectFrom('brand').select('id').where('slug', '=', slug).executeTakeFirstOrThrow());
  return id;
}

/** The part type with this code. */
export async function findPartTypeId(db: Querier, code: string): Promise<number | undefined> {
  const row = await db.selectFrom('part_type').select('id').where('code', '=', code).executeTakeFirst();
  return row?.id;
}

/** The id that the next part will have, so that a part without a number of its own can be named by it. */
export async function nextPartId(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`SELECT nextval(pg_get_serial_sequence('part', 'id')) AS id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the sequence of parts gave nothing');
  return id;
}

export async function insertPart(
  tx: Tx,
  part: PartValues & { readonly id: number; readonly sku: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('part')
    .values({
      id: part.id,
      sku: part.sku,
      brand_id: part.brandId,
      part_number: part.partNumber,
      part_type_id: part.partTypeId,
      name: part.name,
      description: part.description,
      grade: part.grade,
      lifecycle: part.lifecycle,
      price_minor: part.priceMinor,
      min_order: part.minOrder,
      order_multiple: part.orderMultiple,
      image_url: part.imageUrl,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Changes the given values of a part that is not archived; false when there is none. */
export async function updatePart(tx: Tx, id: number, changes: PartChanges, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('part')
    .set({ ...columnsOf(changes), updated_at: now })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A part as its owner sets it, for people to compare: brand and type by their names, the price in minor units. */
export type KeptPart = Awaited<ReturnType<typeof readPartValues>>;

/** Throws where there is no such part. */
export async function readPartValues(tx: Tx, id: number) {
  return tx
    .selectFrom('part')
    .innerJoin('brand', 'brand.id', 'part.brand_id')
    .leftJoin('part_type', 'part_type.id', 'part.part_type_id')
    .select([
      'part.sku',
      'part.name',
      'part.description',
      'part.price_minor as priceMinor',
      'part.min_order as minOrder',
      'part.order_multiple as orderMultiple',
      'part.image_url as img',
      'brand.name as brand',
      'part.part_number as partNumber',
      'part_type.code as partType',
      'part.grade',
      'part.lifecycle',
    ])
    .where('part.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The quantity rule of a part that is not archived, locked until the transaction ends. */
export async function lockQuantityRule(tx: Tx, id: number) {
  return tx
    .selectFrom('part')
    .select(['min_order as minOrder', 'order_multiple as orderMultiple'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Takes a part out of the shop and keeps it for old orders; false when there is none. */
export async function archivePart(tx: Tx, id: number, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('part')
    .set({ archived_at: now, updated_at: now })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an order names a part or its stock ever moved. */
export async function hasHistory(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ history: boolean }>`
    SELECT EXISTS (SELECT FROM order_line WHERE part_id = ${id}::bigint)
        OR EXISTS (SELECT FROM stock_movement WHERE part_id = ${id}::bigint) AS history`.execute(tx);
  return rows[0]?.history ?? false;
}

/** Deletes a part without history; its numbers, fitments and level go with it. */
export async function deletePart(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('part').where('id', '=', id).execute();
}

/**
 * Brings what the search reads of these parts (`part_search`) in step with the parts themselves, their fitments and
 * archiving, in the transaction of the change: one set-based statement for any number of ids, written for batches of
 * thousands. Ids without a part are passed over. Stock is no part of it. May travel behind what changes the parts.
 */
export async function refreshSearch(tx: Tx, partIds: readonly number[]): Promise<void> {
  if (partIds.length === 0) return;
  const columns = sql.raw(SEARCH_COLUMNS.join(', '));
  const values = sql.raw(SEARCH_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', '));
  // A plan for any number of parts is one for ten, and with thousands takes minutes.
  const planning = sql`SET LOCAL plan_cache_mode = force_custom_plan`.execute(tx);
  const searched = sql`
    WITH gone AS (
      DELETE FROM part_search USING part
      WHERE part.id = part_search.part_id AND part.id = any(${partIds}::bigint[]) AND part.archived_at IS NOT NULL
    ),
    source AS MATERIALIZED (SELECT * FROM part_search_source WHERE part_id = any(${partIds}::bigint[])),
    owned AS MATERIALIZED (SELECT part_id, key FROM source, unnest(facet_keys) AS key),
    facet AS MATERIALIZED (
      SELECT id, search_facet.key FROM search_facet JOIN (SELECT DISTINCT key FROM owned) AS asked USING (key)
    ),
    -- In order, and waiting for others who bring the same ones, so that nobody waits crosswise and none is missed.
    made AS (
      INSERT INTO search_facet (key)
      SELECT DISTINCT key FROM owned WHERE NOT EXISTS (SELECT FROM facet WHERE facet.key = owned.key) ORDER BY key
      ON CONFLICT (key) DO UPDATE SET key = excluded.key
      RETURNING id, key
    ),
    named AS (
      SELECT part_id, array_agg(id ORDER BY id) AS facets
      FROM owned JOIN (SELECT * FROM facet UNION ALL SELECT * FROM made) AS any_facet USING (key)
      GROUP BY part_id
    )
    INSERT INTO part_search (part_id, ${columns})
    SELECT part_id, ${columns} FROM source JOIN named USING (part_id)
    ORDER BY part_id
    ON CONFLICT (part_id) DO UPDATE SET ${values}`.execute(tx);
  const worded = sql`
    INSERT INTO search_word (word)
    SELECT piece
    FROM (SELECT DISTINCT piece
          FROM (SELECT DISTINCT name FROM part WHERE id = any(${partIds}::bigint[])) AS named,
               regexp_split_to_table(lower(unaccent(name)), '[^[:alpha:]]+') AS piece
          WHERE length(piece) BETWEEN 3 AND 30) AS found
    WHERE NOT EXISTS (SELECT FROM search_word AS known WHERE known.word = piece)`.execute(tx);
  await Promise.all([planning, searched, worded]);
}

const SEARCH_COLUMNS = [
  'brand_id',
  'part_type_id',
  'rank',
  'price_minor',
  'min_order',
  'sort_name',
  'facets',
  'vehicle_ids',
  'document',
];

export type PartTypeValues = {
  readonly code: string;
  readonly name: string;
  readonly category: readonly string[];
  readonly kinds: readonly string[];
  readonly positions: readonly string[];
  readonly attributes: readonly { key: string; name: string; unit: string; type: string }[];
  readonly synonyms: readonly string[];
  readonly goesWith: readonly string[];
};

/** Adds and updates part types by their code, and what the search reads of their parts; answers how many were new or changed. */
export async function savePartTypes(tx: Tx, types: readonly PartTypeValues[]): Promise<number> {
  const { rows } = await sql<{ id: number; is_searched: boolean }>`
    WITH before AS MATERIALIZED (SELECT * FROM part_type),
    saved AS (
      INSERT INTO part_type (code, name, category, kinds, positions, attributes, synonyms, goes_with)
      SELECT code, name, category, kinds, positions, attributes, synonyms, "goesWith"
      FROM json_to_recordset(${JSON.stringify(types)}::json)
        AS t (code text, name text, category text[], kinds text[], positions text[], attributes jsonb, synonyms text[],
              "goesWith" text[])
      ON CONFLICT (code) DO UPDATE SET
        name = excluded.name, category = excluded.category, kinds = excluded.kinds, positions = excluded.positions,
        attributes = excluded.attributes, synonyms = excluded.synonyms, goes_with = excluded.goes_with
      WHERE (part_type.name, part_type.category, part_type.kinds, part_type.positions, part_type.attributes,
             part_type.synonyms, part_type.goes_with)
        IS DISTINCT FROM
            (excluded.name, excluded.category, excluded.kinds, excluded.positions, excluded.attributes,
             excluded.synonyms, excluded.goes_with)
      RETURNING *
    )
    SELECT saved.id,
           (before.name, before.category, before.synonyms) IS DISTINCT FROM (saved.name, saved.category, saved.synonyms)
             AS is_searched
    FROM saved LEFT JOIN before USING (id)`.execute(tx);
  // What goes with a type is no part of what the search reads, and a type may have tens of thousands of parts.
  const searched = rows.filter((row) => row.is_searched).map((row) => row.id);
  const parts = await sql<{ id: number }>`
    SELECT id FROM part WHERE part_type_id = any(${searched}::int[]) AND archived_at IS NULL`.execute(tx);
  await refreshSearch(
    tx,
    parts.rows.map((row) => row.id),
  );
  return rows.length;
}
