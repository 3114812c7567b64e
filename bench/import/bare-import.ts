/**
 * The limit of an import: the same file, taken as it is, by COPY and one INSERT … SELECT for each table through `pg` alone; the
 * search's rows by the shop's own statement. Nothing is looked at: no schema, no errors by their rows, nobody else who sells meanwhile, and all is lost by one fault.
 */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { openDatabases } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ImportFile } from './import-files.ts';

export type BareImport = { readonly copySeconds: number; readonly insertSeconds: number };

const STAGED_PARTS = `CREATE TEMP TABLE staged (sku text, brand text, part_number text, name text, description text,
  price numeric, part_type text, grade text, stock int, min_order int, order_multiple int, attributes text,
  oe_numbers text, trade_numbers text, rank int)`;

const INSERT_PARTS = [
  `INSERT INTO brand (name, slug) SELECT DISTINCT brand, lower(brand) FROM staged ON CONFLICT DO NOTHING`,
  `INSERT INTO part (sku, brand_id, part_number, part_type_id, name, description, grade, lifecycle, price_minor, min_order,
                     order_multiple, attributes, rank, created_at, updated_at)
   SELECT s.sku, brand.id, s.part_number, part_type.id, s.name, s.description, s.grade, 'active', s.price * 100,
          s.min_order, s.order_multiple,
          coalesce((SELECT jsonb_object_agg(split_part(entry, '=', 1), split_part(entry, '=', 2))
                    FROM unnest(string_to_array(s.attributes, '|')) AS entry), '{}'),
          s.rank, now(), now()
   FROM staged AS s JOIN brand ON brand.slug = lower(s.brand) LEFT JOIN part_type ON part_type.code = s.part_type`,
  `INSERT INTO part_number_alias (part_id, kind, maker, number)
   SELECT part.id, 'oe', split_part(s.oe_numbers, ':', 1), split_part(s.oe_numbers, ':', 2)
   FROM staged AS s JOIN part USING (sku)
   UNION ALL SELECT part.id, 'trade', '', s.trade_numbers FROM staged AS s JOIN part USING (sku)`,
  `INSERT INTO stock_level (part_id, on_hand_units) SELECT part.id, s.stock FROM staged AS s JOIN part USING (sku)`,
  `INSERT INTO stock_movement (part_id, kind, on_hand_change, reserved_change, reason, moved_at)
   SELECT part.id, 'received', s.stock, 0, 'import', now() FROM staged AS s JOIN part USING (sku) WHERE s.stock > 0`,
];

const STAGED_FITMENTS = `CREATE TEMP TABLE staged (sku text, kind text, make text, model text, year_from int, year_to int,
  position text)`;

const INSERT_FITMENTS = [
  `INSERT INTO fitment (vehicle_id, part_id, position, quantity_per_vehicle)
   SELECT DISTINCT vehicle.id, part.id, coalesce(s.position, ''), 1
   FROM staged AS s JOIN part USING (sku)
   JOIN vehicle ON (vehicle.kind, vehicle.make, vehicle.model) = (s.kind, s.make, s.model)
     AND vehicle.year BETWEEN s.year_from AND s.year_to`,
  `INSERT INTO part_kind (part_id, kind) SELECT DISTINCT part.id, s.kind FROM staged AS s JOIN part USING (sku)`,
];

/** Loads a file of parts into a prepared database that has none of them. */
export const bareParts = (databaseUrl: string, file: ImportFile) =>
  bareImport(databaseUrl, file, STAGED_PARTS, INSERT_PARTS);

/** Loads a file of fitments of parts that are there. */
export const bareFitments = (databaseUrl: string, file: ImportFile) =>
  bareImport(databaseUrl, file, STAGED_FITMENTS, INSERT_FITMENTS);

async function bareImport(
  databaseUrl: string,
  { path }: ImportFile,
  create: string,
  inserts: readonly string[],
): Promise<BareImport> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const copyBeganAt = performance.now();
    await client.query('BEGIN');
    await client.query(create);
    await pipeline(
      createReadStream(path),
      client.query(copyFrom('COPY staged FROM STDIN (FORMAT csv, HEADER)')),
    );
    const insertBeganAt = performance.now();
    await client.query('ANALYZE staged');
    for (const insert of inserts) await client.query(insert);
    const { rows } = await client.query<{ id: number }>(
      'SELECT DISTINCT part.id FROM staged JOIN part USING (sku)',
    );
    await client.query('COMMIT');
    await writeSearchRows(
      databaseUrl,
      rows.map(({ id }) => id),
    );
    return {
      copySeconds: (insertBeganAt - copyBeganAt) / 1_000,
      insertSeconds: (performance.now() - insertBeganAt) / 1_000,
    };
  } finally {
    await client.end();
  }
}

/** Parts whose search rows are written at once. */
const SEARCH_BATCH = 20_000;

/** By the shop's own statement: there is no shorter way to them. */
async function writeSearchRows(url: string, partIds: readonly number[]): Promise<void> {
  const databases = openDatabases({ url, maxConnections: 1, onIdleError: () => {} });
  try {
    for (let from = 0; from < partIds.length; from += SEARCH_BATCH) {
      const batch = partIds.slice(from, from + SEARCH_BATCH);
      await inTransaction(databases.write, async (tx) => {
        await sql`SET LOCAL statement_timeout = 0`.execute(tx);
        await refreshSearch(tx, batch);
      });
    }
  } finally {
    await databases.close();
  }
}

const COUNTED = {
  part: 'part',
  part_number_alias: 'part_number_alias',
  stock_level: 'stock_level',
  stock_movement: "stock_movement WHERE kind = 'received'",
  part_search: 'part_search',
  fitment: 'fitment',
  part_kind: 'part_kind',
};
export type Counts = Readonly<Record<string, number>>;

/** How many rows a database has in each table that imports write. */
export async function countRows(databaseUrl: string): Promise<Counts> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const counts: Record<string, number> = {};
    for (const [name, of] of Object.entries(COUNTED)) {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${of}`);
      counts[name] = rows[0]?.count ?? 0;
    }
    return counts;
  } finally {
    await client.end();
  }
}
