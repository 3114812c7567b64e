/** A parts file: a part is recognised by its SKU; what is not in the file stays as it is. */
import { type RawBuilder, sql } from 'kysely';
import { brandSlugOf, normaliseNumber } from '#domain/catalogue/part-number.ts';
import { fromDecimal } from '#domain/money.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { receiveImportedStock } from '#server/stock/import-stock.ts';
import type { Acting, FileKind } from './file-kind.ts';
import type { MadeNumber } from './listed-entries.ts';
import { PartFileRow } from './part-row.ts';

export const partsFile: FileKind<typeof PartFileRow> = {
  kind: 'parts',
  schema: PartFileRow,
  table: 'staged_part',
  columns: `sku text, brand text, brand_slug text, part_number text, name text, part_type text, grade text,
    description text, price_minor bigint, price text, stock int, min_order int, order_multiple int, gtin text,
    attributes jsonb, numbers jsonb, image text, rank int, lifecycle text`,
  groupOf: (row) => row.sku,
  other: {
    of: (row) => `${brandSlugOf(row.brand)}/${normaliseNumber(row.part_number)}`,
    column: 'part_number',
    message: 'This number of this brand is in the file twice',
  },
  stagedOf: (row, { exchange }) => ({
    ...row,
    brand_slug: brandSlugOf(row.brand),
    price_minor: fromDecimal(row.price, exchange.list),
    attributes: Object.fromEntries(row.attributes.map(keyAndValue)),
    numbers: numbersOf(row),
  }),
  check,
  foresee,
  merge,
};

function keyAndValue(attribute: string): [string, string] {
  const at = attribute.indexOf('=');
  return [attribute.slice(0, at).trim(), attribute.slice(at + 1).trim()];
}

function numbersOf(row: PartFileRow) {
  const ofKind = (kind: string, numbers: readonly MadeNumber[]) =>
    numbers.map((number) => ({ kind, ...number }));
  return [
    ...ofKind('oe', row.oe_numbers),
    ...ofKind('trade', row.trade_numbers),
    ...ofKind('superseded', row.superseded_numbers),
    ...ofKind('gtin', row.gtin === undefined ? [] : [{ maker: '', number: row.gtin }]),
  ];
}

function check(): RawBuilder<unknown>[] {
  return [
    sql`SELECT group_key, line, 'sku', 'This SKU is in the file twice', sku
      FROM (SELECT *, row_number() OVER (PARTITION BY sku ORDER BY line) AS nth FROM staged_part) AS s WHERE nth > 1`,
    sql`SELECT group_key, line, 'min_order', 'The minimum order must be a multiple of the order multiple', min_order::text
      FROM staged_part WHERE min_order % order_multiple <> 0`,
    sql`SELECT group_key, line, 'price', 'The list currency has no such small units', price
      FROM staged_part WHERE price_minor IS NULL`,
    sql`SELECT group_key, line, 'part_type', 'There is no such part type', part_type
      FROM staged_part WHERE part_type IS NOT NULL AND part_type NOT IN (SELECT code FROM part_type)`,
    sql`SELECT s.group_key, line, 'part_number', 'Another part (' || part.sku || ') has this number of this brand', s.part_number
      FROM staged_part AS s
      JOIN brand ON brand.slug = s.brand_slug
      JOIN part ON part.brand_id = brand.id AND part.part_number_norm = normalised_number(s.part_number)
      WHERE part.sku <> s.sku AND part.archived_at IS NULL
        -- One that the file names as well has the number of its own row from now on.
        AND part.sku NOT IN (SELECT sku FROM staged_part)`,
    sql`SELECT s.group_key, line, 'stock', level.reserved_units || ' are reserved by unpaid orders', s.stock::text
      FROM staged_part AS s JOIN part ON part.sku = s.sku JOIN stock_level AS level ON level.part_id = part.id
      WHERE s.stock < level.reserved_units`,
  ];
}

/** Which SKUs are new; the others are there, and may or may not be changed. */
async function foresee(tx: Tx) {
  const { rows } = await sql<{ inserted: number; changed: number }>`
    SELECT count(*) FILTER (WHERE part.id IS NULL)::int AS inserted, count(part.id)::int AS changed
    FROM staged_part AS s LEFT JOIN part ON part.sku = s.sku`.execute(tx);
  return rows[0] ?? { inserted: 0, changed: 0 };
}

async function merge(tx: Tx, acting: Acting) {
  const { now } = acting;
  await sql`
    INSERT INTO brand (name, slug)
    SELECT DISTINCT ON (brand_slug) brand, brand_slug FROM staged_part ORDER BY brand_slug, line
    ON CONFLICT DO NOTHING`.execute(tx);
  await stepAside(tx, now);
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    INSERT INTO part (sku, brand_id, part_number, part_type_id, name, description, grade, lifecycle, gtin, price_minor,
                      min_order, order_multiple, image_url, attributes, rank, created_at, updated_at)
    SELECT s.sku, brand.id, s.part_number, part_type.id, s.name, s.description, s.grade, s.lifecycle, s.gtin, s.price_minor,
           s.min_order, s.order_multiple, s.image, s.attributes, s.rank, ${now}::timestamptz, ${now}::timestamptz
    FROM staged_part AS s
    JOIN brand ON brand.slug = s.brand_slug
    LEFT JOIN part_type ON part_type.code = s.part_type
    ORDER BY s.line
    ON CONFLICT (sku) DO UPDATE SET
      brand_id = excluded.brand_id, part_number = excluded.part_number, part_type_id = excluded.part_type_id,
      name = excluded.name, description = excluded.description, grade = excluded.grade, lifecycle = excluded.lifecycle,
      gtin = excluded.gtin, price_minor = excluded.price_minor, min_order = excluded.min_order,
      order_multiple = excluded.order_multiple, image_url = excluded.image_url, attributes = excluded.attributes,
      rank = excluded.rank, updated_at = excluded.updated_at, archived_at = NULL
    WHERE (part.brand_id, part.part_number, part.part_type_id, part.name, part.description, part.grade, part.lifecycle,
           part.gtin, part.price_minor, part.min_order, part.order_multiple, part.image_url, part.attributes, part.rank,
           part.archived_at)
      IS DISTINCT FROM
          (excluded.brand_id, excluded.part_number, excluded.part_type_id, excluded.name, excluded.description,
           excluded.grade, excluded.lifecycle, excluded.gtin, excluded.price_minor, excluded.min_order,
           excluded.order_multiple, excluded.image_url, excluded.attributes, excluded.rank, NULL::timestamptz)
    RETURNING id, xmax = 0 AS is_new`.execute(tx);
  const described = new Set([...rows.map((row) => row.id), ...(await mergeNumbers(tx))]);
  const changed = new Set([...described, ...(await receiveImportedStock(tx, acting))]);
  const inserted = rows.filter((row) => row.is_new).length;
  return { inserted, updated: changed.size - inserted, partIds: [...described] };
}

/**
 * Takes parts that get another number out of the way of the index that keeps numbers unique, so that two can swap
 * theirs. Every one of them is written again, and not archived, by the statement that follows.
 */
async function stepAside(tx: Tx, now: Date): Promise<void> {
  await sql`
    UPDATE part SET archived_at = ${now}::timestamptz
    FROM staged_part AS s JOIN brand ON brand.slug = s.brand_slug
    WHERE part.sku = s.sku AND part.archived_at IS NULL
      AND (part.brand_id, part.part_number_norm) <> (brand.id, normalised_number(s.part_number))`.execute(tx);
}

/**
 * The numbers of a part become those of its row; those of competitors, which a parts file has no column for, stay. Answers
 * the parts of which some are others now.
 */
async function mergeNumbers(tx: Tx): Promise<number[]> {
  // A GTIN has no maker in this file, but the same one may have got one by a file of numbers, and keeps it.
  await sql`
    CREATE TEMPORARY TABLE staged_alias ON COMMIT DROP AS
    SELECT DISTINCT part.id AS part_id, n.kind, coalesce(kept.maker, n.maker) AS maker, n.number
    FROM staged_part AS s
    JOIN part ON part.sku = s.sku
    CROSS JOIN LATERAL jsonb_to_recordset(s.numbers) AS n (kind text, maker text, number text)
    LEFT JOIN part_number_alias AS kept
      ON n.kind = 'gtin' AND (kept.part_id, kept.kind, kept.number) = (part.id, n.kind, n.number)`.execute(
    tx,
  );
  await sql`ANALYZE staged_alias`.execute(tx);
  const removed = await sql<{ id: number }>`
    DELETE FROM part_number_alias AS alias USING part, staged_part AS s
    WHERE part.sku = s.sku AND alias.part_id = part.id AND alias.kind IN ('oe', 'trade', 'superseded', 'gtin')
      AND NOT EXISTS (SELECT FROM staged_alias AS n
                      WHERE (n.part_id, n.kind, n.maker, n.number) = (alias.part_id, alias.kind, alias.maker, alias.number))
    RETURNING alias.part_id AS id`.execute(tx);
  const added = await sql<{ id: number }>`
    INSERT INTO part_number_alias (part_id, kind, maker, number)
    SELECT part_id, kind, maker, number FROM staged_alias
    ON CONFLICT DO NOTHING
    RETURNING part_id AS id`.execute(tx);
  return [...removed.rows, ...added.rows].map((row) => row.id);
}
