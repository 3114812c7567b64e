/** Parts that are changed together with one: of the types that go with its own, for the same vehicles. */
import { sql } from 'kysely';
import { spreadOver, wordsElsewhere } from '#domain/catalogue/goes-with.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { PART_COLUMNS, PART_JOINS, type PartRow } from './parts.ts';

/** Of a part for many vehicles, so many stand for all of them when parts for the same are looked up. */
const MAX_ASKED_VEHICLES = 24;
/** How many parts of a type are compared. */
const MAX_COMPARED = 500;
/** How many parts of a type are listed. */
const MAX_OF_TYPE = 3;

type Asked = { type_ids: number[]; vehicle_ids: number[]; positions: string[] };

export type GoingWithRow = PartRow & { readonly shared_vehicles: number };

/** Of each type that goes with the part's own, in the type's order: what can be ordered first, then what fits most of its vehicles. */
export async function listGoingWith(db: Querier, partId: number): Promise<GoingWithRow[]> {
  const found = await sql<Asked>`
    SELECT s.vehicle_ids, s.positions,
           ARRAY(SELECT other.id FROM unnest(own.goes_with) WITH ORDINALITY AS named (code, place)
                 JOIN part_type AS other USING (code) ORDER BY place) AS type_ids
    FROM part_search AS s JOIN part_type AS own ON own.id = s.part_type_id
    WHERE s.part_id = ${partId}::bigint`.execute(db);
  const [asked] = found.rows;
  if (asked === undefined || asked.vehicle_ids.length === 0 || asked.type_ids.length === 0) return [];
  const elsewhere = wordsElsewhere(asked.positions);
  // Matches no word where nothing is excluded.
  const otherPlace = elsewhere.length === 0 ? '\\m\\M' : `\\m(${elsewhere.join('|')})\\M`;
  const { rows } = await sql<GoingWithRow>`
    WITH own AS MATERIALIZED (
      SELECT unnest(vehicle_ids) AS vehicle_id FROM part_search WHERE part_id = ${partId}::bigint
    ),
    chosen AS MATERIALIZED (
      SELECT wanted.place, best.part_id, best.shared_vehicles, best.nth
      FROM unnest(${asked.type_ids}::int[]) WITH ORDINALITY AS wanted (type_id, place)
      CROSS JOIN LATERAL (
        WITH fitting AS MATERIALIZED (
          SELECT s.part_id, s.min_order, s.rank, s.vehicle_ids FROM part_search AS s
          WHERE s.part_type_id = wanted.type_id
            AND s.vehicle_ids && ${spreadOver(asked.vehicle_ids, MAX_ASKED_VEHICLES)}::int[]
            AND (s.positions = '{}' OR EXISTS (
              SELECT FROM unnest(s.positions) AS position WHERE position !~* ${otherPlace}))
        ),
        compared AS MATERIALIZED (SELECT * FROM fitting LIMIT ${sql.lit(MAX_COMPARED)}),
        counted AS (
          SELECT compared.part_id, count(*)::int AS shared_vehicles
          FROM compared CROSS JOIN LATERAL unnest(compared.vehicle_ids) AS theirs (vehicle_id)
          JOIN own USING (vehicle_id)
          GROUP BY compared.part_id
        )
        SELECT counted.part_id, counted.shared_vehicles,
               row_number() OVER (
                 ORDER BY coalesce(level.on_hand_units - level.reserved_units, 0) < compared.min_order,
                          counted.shared_vehicles DESC, compared.rank, counted.part_id) AS nth
        FROM counted JOIN compared USING (part_id) LEFT JOIN stock_level AS level USING (part_id)
        ORDER BY nth
        LIMIT ${sql.lit(MAX_OF_TYPE)}
      ) AS best
    )
    SELECT ${PART_COLUMNS}, chosen.shared_vehicles
    FROM chosen JOIN part ON part.id = chosen.part_id ${PART_JOINS}
    WHERE part.archived_at IS NULL
    ORDER BY chosen.place, chosen.nth`.execute(db);
  return rows;
}
