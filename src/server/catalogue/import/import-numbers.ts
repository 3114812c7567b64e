/** A numbers file: the numbers of a kind of every part that it names become those of the file. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import type { Acting, FileKind } from './file-kind.ts';
import { aboutNamedParts, partsGone } from './named-parts.ts';
import { NumberFileRow } from './part-row.ts';

export const numbersFile: FileKind<typeof NumberFileRow> = {
  ...aboutNamedParts,
  kind: 'numbers',
  replaces: true,
  schema: NumberFileRow,
  table: 'staged_number',
  columns: 'part_id bigint, kind text, maker text, number text',
  check,
  foresee,
  merge,
};

function check(): RawBuilder<unknown>[] {
  return [
    partsGone('staged_number'),
    sql`SELECT group_key, line, 'number', 'A part has one GTIN, and this file gives it another in an earlier line', number
      FROM (SELECT *, min(number) OVER same <> max(number) OVER same AS differ, row_number() OVER (same ORDER BY line) AS nth
            FROM staged_number WHERE kind = 'gtin' AND number <> '' WINDOW same AS (PARTITION BY part_id)) AS s
      WHERE differ AND nth > 1`,
    sql`SELECT s.group_key, line, 'number', 'An empty number says that the part has none of this kind, but the file has one', ''
      FROM staged_number AS s
      WHERE number = '' AND EXISTS (
        SELECT FROM staged_number AS o WHERE (o.part_id, o.kind) = (s.part_id, s.kind) AND o.number <> '')`,
  ];
}

/** Numbers that are new to their part, and those that are taken from it. */
async function foresee(tx: Tx) {
  const { rows } = await sql<{ inserted: number; changed: number }>`
    WITH named AS (SELECT DISTINCT part_id, kind FROM staged_number),
    wanted AS (SELECT DISTINCT part_id, kind, maker, number FROM staged_number WHERE number <> ''),
    kept AS (SELECT alias.part_id, alias.kind, alias.maker, alias.number FROM part_number_alias AS alias JOIN named USING (part_id, kind))
    SELECT (SELECT count(*) FROM (SELECT * FROM wanted EXCEPT SELECT * FROM kept) AS new)::int AS inserted,
           (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM wanted) AS old)::int AS changed`.execute(
    tx,
  );
  return rows[0] ?? { inserted: 0, changed: 0 };
}

async function merge(tx: Tx, { now }: Acting) {
  const removed = await sql<{ id: number }>`
    DELETE FROM part_number_alias AS alias USING (SELECT DISTINCT part_id, kind FROM staged_number) AS named
    WHERE (alias.part_id, alias.kind) = (named.part_id, named.kind) AND NOT EXISTS (
      SELECT FROM staged_number AS s
      WHERE (s.part_id, s.kind, s.maker, s.number) = (alias.part_id, alias.kind, alias.maker, alias.number))
    RETURNING alias.part_id AS id`.execute(tx);
  const added = await sql<{ id: number }>`
    INSERT INTO part_number_alias (part_id, kind, maker, number)
    SELECT DISTINCT part_id, kind, maker, number FROM staged_number WHERE number <> ''
    ON CONFLICT DO NOTHING
    RETURNING part_id AS id`.execute(tx);
  // The part's own GTIN is the one among its numbers.
  const gtins = await sql<{ id: number }>`
    UPDATE part SET gtin = nullif(s.number, ''), updated_at = ${now}::timestamptz
    FROM (SELECT DISTINCT part_id, number FROM staged_number WHERE kind = 'gtin') AS s
    WHERE part.id = s.part_id AND part.gtin IS DISTINCT FROM nullif(s.number, '')
    RETURNING part.id`.execute(tx);
  const partIds = [...new Set([...removed.rows, ...added.rows, ...gtins.rows].map((row) => row.id))];
  return { inserted: added.rows.length, updated: removed.rows.length, partIds };
}
