/** A fitments file: the fitments of every part that it names become those of the file. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import type { FileKind } from './file-kind.ts';
import { aboutNamedParts, partsGone } from './named-parts.ts';
import { FitmentFileRow } from './part-row.ts';

export const fitmentsFile: FileKind<typeof FitmentFileRow> = {
  ...aboutNamedParts,
  kind: 'fitments',
  replaces: true,
  schema: FitmentFileRow,
  table: 'staged_fitment',
  columns: `part_id bigint, kind text, make text, model text, year_from int, year_to int, position text,
    quantity_per_vehicle int, engine text, qualifiers text`,
  check,
  foresee,
  merge,
};

function check(): RawBuilder<unknown>[] {
  return [
    partsGone('staged_fitment'),
    sql`SELECT group_key, line, 'year_from', 'The first year is after the last', year_from::text
      FROM staged_fitment WHERE year_from > year_to`,
    sql`SELECT group_key, line, 'model', 'There is no such vehicle in these years',
           concat_ws(' ', kind, make, model, year_from || '–' || year_to)
      FROM staged_fitment AS s
      WHERE year_from <= year_to AND NOT EXISTS (
        SELECT FROM vehicle WHERE (vehicle.kind, vehicle.make, vehicle.model) = (s.kind, s.make, s.model)
          AND vehicle.year BETWEEN s.year_from AND s.year_to)`,
  ];
}

/** The vehicles of the staged rows, one by one. */
async function spreadYears(tx: Tx): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE wanted_fitment ON COMMIT DROP AS
    SELECT DISTINCT ON (s.part_id, vehicle.id, s.position, s.qualifiers, s.engine)
           vehicle.id AS vehicle_id, s.part_id, s.position, s.qualifiers, s.engine, s.quantity_per_vehicle, vehicle.kind
    FROM staged_fitment AS s
    JOIN vehicle ON (vehicle.kind, vehicle.make, vehicle.model) = (s.kind, s.make, s.model)
      AND vehicle.year BETWEEN s.year_from AND s.year_to
    ORDER BY s.part_id, vehicle.id, s.position, s.qualifiers, s.engine, s.line`.execute(tx);
  await sql`ANALYZE wanted_fitment`.execute(tx);
}

/** Vehicles that are new to their part, and those that are taken from it or fit in another quantity. */
async function foresee(tx: Tx) {
  await spreadYears(tx);
  const { rows } = await sql<{ inserted: number; changed: number }>`
    WITH compared AS (
      SELECT w.part_id AS wanted, f.part_id AS kept, w.quantity_per_vehicle <> f.quantity_per_vehicle AS differs
      FROM wanted_fitment AS w
      FULL JOIN (SELECT fitment.* FROM fitment JOIN (SELECT DISTINCT part_id FROM wanted_fitment) AS named USING (part_id)) AS f
        ON (w.part_id, w.vehicle_id, w.position, w.qualifiers, w.engine) = (f.part_id, f.vehicle_id, f.position, f.qualifiers, f.engine)
    )
    SELECT count(*) FILTER (WHERE kept IS NULL)::int AS inserted,
           count(*) FILTER (WHERE wanted IS NULL OR differs)::int AS changed
    FROM compared`.execute(tx);
  return rows[0] ?? { inserted: 0, changed: 0 };
}

async function merge(tx: Tx) {
  await spreadYears(tx);
  // Summed up where they are: a batch may be a hundred thousand vehicles.
  const removed = await changesOf(
    tx,
    sql`
    DELETE FROM fitment AS old USING (SELECT DISTINCT part_id FROM wanted_fitment) AS named
    WHERE old.part_id = named.part_id AND NOT EXISTS (
      SELECT FROM wanted_fitment AS w
      WHERE (w.part_id, w.vehicle_id, w.position, w.qualifiers, w.engine) = (old.part_id, old.vehicle_id, old.position, old.qualifiers, old.engine))
    RETURNING old.part_id, false AS is_new`,
  );
  const written = await changesOf(
    tx,
    sql`
    INSERT INTO fitment (vehicle_id, part_id, position, qualifiers, engine, quantity_per_vehicle)
    SELECT vehicle_id, part_id, position, qualifiers, engine, quantity_per_vehicle FROM wanted_fitment
    ON CONFLICT (part_id, vehicle_id, position, qualifiers, engine)
      DO UPDATE SET quantity_per_vehicle = excluded.quantity_per_vehicle
      WHERE fitment.quantity_per_vehicle <> excluded.quantity_per_vehicle
    RETURNING part_id, xmax = 0 AS is_new`,
  );
  const partIds = [...new Set([...removed.partIds, ...written.partIds])];
  if (partIds.length > 0) await followKinds(tx);
  return { inserted: written.inserted, updated: written.changed + removed.changed, partIds };
}

type Changes = { readonly inserted: number; readonly changed: number; readonly partIds: readonly number[] };

/** What a statement did that returns `part_id` and `is_new` of each row. */
async function changesOf(tx: Tx, statement: RawBuilder<unknown>): Promise<Changes> {
  const { rows } = await sql<Changes>`
    WITH changed AS (${statement})
    SELECT count(*) FILTER (WHERE is_new)::int AS inserted, count(*) FILTER (WHERE NOT is_new)::int AS changed,
           coalesce(json_agg(DISTINCT part_id), '[]') AS "partIds"
    FROM changed`.execute(tx);
  return rows[0] ?? { inserted: 0, changed: 0, partIds: [] };
}

/** The kinds of vehicle that a part is for follow from its fitments. */
async function followKinds(tx: Tx): Promise<void> {
  await sql`DELETE FROM part_kind USING wanted_fitment AS w WHERE part_kind.part_id = w.part_id`.execute(tx);
  await sql`INSERT INTO part_kind (part_id, kind) SELECT DISTINCT part_id, kind FROM wanted_fitment`.execute(
    tx,
  );
}
