/** Imports a fitments file. The fitments of every part that the file names become those of the file. */
import { sql } from 'kysely';
import { slugOf } from '#domain/catalogue/part-number.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { refreshSearch } from '../part-store.ts';
import type { RowError } from './csv-file.ts';
import { type FileKind, type ImportProgress, importFile } from './import-file.ts';
import { FitmentFileRow } from './part-row.ts';

/** Rows of year ranges: 50,000 parts with ten of them each. */
const MAX_ROWS = 500_000;

export function importFitments(
  deps: Pick<ShopDeps, 'databases' | 'now'>,
  file: AsyncIterable<Uint8Array>,
  onProgress?: ImportProgress,
) {
  return importFile(deps, fitmentsFile, file, onProgress);
}

const fitmentsFile: FileKind<typeof FitmentFileRow> = {
  schema: FitmentFileRow,
  maxRows: MAX_ROWS,
  async prepare(tx) {
    await sql`
      CREATE TEMPORARY TABLE staged_fitment (
        line int, brand_slug text, part_number text, kind text, make text, model text, year_from int, year_to int,
        position text, quantity_per_vehicle int, qualifiers text
      ) ON COMMIT DROP`.execute(tx);
  },
  async stage(tx, rows) {
    const staged = rows.map(({ line, row }) => ({ line, ...row, brand_slug: slugOf(row.brand) }));
    await sql`INSERT INTO staged_fitment SELECT * FROM json_populate_recordset(NULL::staged_fitment, ${JSON.stringify(staged)}::json)`.execute(
      tx,
    );
  },
  async check(tx) {
    await resolve(tx);
    const { rows } = await sql<RowError>`
      SELECT line, 'part_number' AS "column", 'There is no part with this brand and number' AS message
        FROM resolved_fitment WHERE part_id IS NULL
      UNION ALL
      SELECT line, 'year_from', 'The first year is after the last' FROM staged_fitment WHERE year_from > year_to
      UNION ALL
      SELECT line, 'model', 'There is no such vehicle in these years'
        FROM staged_fitment AS s
        WHERE year_from <= year_to AND NOT EXISTS (
          SELECT FROM vehicle WHERE (vehicle.kind, vehicle.make, vehicle.model) = (s.kind, s.make, s.model)
            AND vehicle.year BETWEEN s.year_from AND s.year_to)
      ORDER BY line
      LIMIT 200`.execute(tx);
    return rows;
  },
  merge,
};

/** Names become parts, once for all rows. */
async function resolve(tx: Tx): Promise<void> {
  await sql`ANALYZE staged_fitment`.execute(tx);
  await sql`
    CREATE TEMPORARY TABLE resolved_fitment ON COMMIT DROP AS
    SELECT s.*, part.id AS part_id
    FROM staged_fitment AS s
    LEFT JOIN brand ON brand.slug = s.brand_slug
    LEFT JOIN part ON part.brand_id = brand.id AND part.part_number_norm = normalised_number(s.part_number)
      AND part.archived_at IS NULL`.execute(tx);
  await sql`ANALYZE resolved_fitment`.execute(tx);
}

async function merge(tx: Tx) {
  await sql`
    CREATE TEMPORARY TABLE wanted_fitment ON COMMIT DROP AS
    SELECT DISTINCT ON (s.part_id, vehicle.id, s.position, s.qualifiers)
           vehicle.id AS vehicle_id, s.part_id, s.position, s.qualifiers, s.quantity_per_vehicle, vehicle.kind
    FROM resolved_fitment AS s
    JOIN vehicle ON (vehicle.kind, vehicle.make, vehicle.model) = (s.kind, s.make, s.model)
      AND vehicle.year BETWEEN s.year_from AND s.year_to
    ORDER BY s.part_id, vehicle.id, s.position, s.qualifiers, s.line`.execute(tx);
  await sql`ANALYZE wanted_fitment`.execute(tx);
  const removed = await sql`
    DELETE FROM fitment AS old USING (SELECT DISTINCT part_id FROM wanted_fitment) AS named
    WHERE old.part_id = named.part_id AND NOT EXISTS (
      SELECT FROM wanted_fitment AS w
      WHERE (w.part_id, w.vehicle_id, w.position, w.qualifiers) = (old.part_id, old.vehicle_id, old.position, old.qualifiers))`.execute(
    tx,
  );
  const written = await sql<{ part_id: number; is_new: boolean }>`
    INSERT INTO fitment (vehicle_id, part_id, position, qualifiers, quantity_per_vehicle)
    SELECT vehicle_id, part_id, position, qualifiers, quantity_per_vehicle FROM wanted_fitment
    ON CONFLICT (part_id, vehicle_id, position, qualifiers)
      DO UPDATE SET quantity_per_vehicle = excluded.quantity_per_vehicle
      WHERE fitment.quantity_per_vehicle <> excluded.quantity_per_vehicle
    RETURNING part_id, xmax = 0 AS is_new`.execute(tx);
  const removedRows = Number(removed.numAffectedRows ?? 0n);
  if (written.rows.length + removedRows > 0) await follow(tx);
  const inserted = written.rows.filter((row) => row.is_new).length;
  return { inserted, updated: written.rows.length - inserted + removedRows };
}

/** What is derived from fitments: the kinds of vehicle that a part is for, and what the search reads. */
async function follow(tx: Tx): Promise<void> {
  await sql`DELETE FROM part_kind USING wanted_fitment AS w WHERE part_kind.part_id = w.part_id`.execute(tx);
  await sql`INSERT INTO part_kind (part_id, kind) SELECT DISTINCT part_id, kind FROM wanted_fitment`.execute(
    tx,
  );
  const { rows } = await sql<{ part_id: number }>`SELECT DISTINCT part_id FROM wanted_fitment`.execute(tx);
  await refreshSearch(
    tx,
    rows.map((row) => row.part_id),
  );
}
