/** A codes file: what the ids of the trade's licensed tables mean in this shop. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import type { FileKind } from './file-kind.ts';
import { CodeFileRow } from './part-row.ts';

export const codesFile: FileKind<typeof CodeFileRow> = {
  kind: 'codes',
  schema: CodeFileRow,
  table: 'staged_code',
  columns: 'scheme text, code text, value text, vehicle_kind text, make text, model text, year int',
  groupOf: (row) => `${row.table}/${row.id}`,
  stagedOf: (row) => ({ ...row, scheme: row.table, code: row.id, vehicle_kind: row.kind ?? '' }),
  check,
  foresee,
  merge,
};

function check(): RawBuilder<unknown>[] {
  return [
    sql`SELECT group_key, line, 'id', 'This id is in the file twice', code
      FROM (SELECT *, row_number() OVER (PARTITION BY scheme, code ORDER BY line) AS nth FROM staged_code) AS s WHERE nth > 1`,
    sql`SELECT group_key, line, 'value', 'There is no such part type', value
      FROM staged_code WHERE scheme = 'part_type' AND value NOT IN (SELECT code FROM part_type)`,
    sql`SELECT group_key, line, 'model', 'There is no such vehicle', concat_ws(' ', vehicle_kind, make, model, year)
      FROM staged_code AS s
      WHERE scheme IN ('vehicle', 'model') AND NOT EXISTS (
        SELECT FROM vehicle WHERE (vehicle.kind, vehicle.make, vehicle.model) = (s.vehicle_kind, s.make, s.model)
          AND (s.year IS NULL OR vehicle.year = s.year))`,
    sql`SELECT group_key, line, 'make', 'There is no such make', make
      FROM staged_code AS s WHERE scheme = 'make' AND NOT EXISTS (SELECT FROM vehicle WHERE vehicle.make = s.make)`,
  ];
}

async function foresee(tx: Tx) {
  const { rows } = await sql<{ inserted: number; changed: number }>`
    SELECT count(*) FILTER (WHERE kept.code IS NULL)::int AS inserted,
           count(*) FILTER (WHERE (kept.value, kept.vehicle_kind, kept.make, kept.model, kept.year)
                               IS DISTINCT FROM (s.value, s.vehicle_kind, s.make, s.model, s.year) AND kept.code IS NOT NULL)::int AS changed
    FROM staged_code AS s LEFT JOIN catalogue_code AS kept USING (scheme, code)`.execute(tx);
  return rows[0] ?? { inserted: 0, changed: 0 };
}

async function merge(tx: Tx) {
  const { rows } = await sql<{ is_new: boolean }>`
    INSERT INTO catalogue_code AS kept (scheme, code, value, vehicle_kind, make, model, year)
    SELECT scheme, code, value, vehicle_kind, make, model, year FROM staged_code
    ON CONFLICT (scheme, code) DO UPDATE SET
      value = excluded.value, vehicle_kind = excluded.vehicle_kind, make = excluded.make, model = excluded.model, year = excluded.year
    WHERE (kept.value, kept.vehicle_kind, kept.make, kept.model, kept.year)
      IS DISTINCT FROM (excluded.value, excluded.vehicle_kind, excluded.make, excluded.model, excluded.year)
    RETURNING xmax = 0 AS is_new`.execute(tx);
  const inserted = rows.filter((row) => row.is_new).length;
  return { inserted, updated: rows.length - inserted, partIds: [] };
}
