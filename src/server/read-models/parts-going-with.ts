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

type Asked = { types: string[]; vehicle_ids: number[]; positions: string[] };

export type GoingWithRow = PartRow & { readonly shared_vehicles: number };

/** Of each type that goes with the part's own, in the type's order: what can be ordered first, then what fits most of its vehicles. */
export async function listGoingWith(db: Querier, partId: number): Promise<GoingWithRow[]> {
  const found = await sql<Asked>`
    SELECT s.vehicle_ids, own.goes_with AS types,
           ARRAY(SELECT substr(key, ${'position='.length + 1}::int) FROM search_facet
                 WHERE id = any(s.facets) AND starts_with(key, 'position=')) AS positions
    FROM part_search AS s JOIN part_type AS own ON own.id = s.part_type_id
    WHERE s.part_id = ${partId}::bigint`.execute(db);
  const [asked] = found.rows;
  if (asked === undefined || asked.vehicle_ids.length === 0 || asked.types.length === 0) return [];
  const elsewhere = wordsElsewhere(asked.positions);
  // Matches no word where nothing is excluded.
  const otherPlace = elsewhere.length === 0 ? '\\m\\M' : `\\m(${elsewhere.join('|')})\\M`;
  const { rows } = await sql<GoingWithRow>`
    WITH place AS MATERIALIZED (
      SELECT id, substr(key, ${'position='.length + 1}::int) ~* ${otherPlace} AS is_elsewhere
      FROM search_facet WHERE key >= 'position=' AND key < 'position>'
    ),
    own AS MATERIALIZED (
      SELECT unnest(vehicle_ids) AS vehicle_id FROM part_search WHERE part_id = ${partId}::bigint
    ),
    chosen AS MATERIALIZED (
      SELECT wanted.place, best.part_id, best.shared_vehicles, best.nth
      FROM unnest(${asked.types}::text[]) WITH ORDINALITY AS wanted (code, place)
      CROSS JOIN LATERAL (
        WITH fitting AS MATERIALIZED (
          SELECT s.part_id, s.min_order, s.rank, s.vehicle_ids FROM part_search AS s
          WHERE s.facets && ARRAY(SELECT id FROM search_facet WHERE key = 'type=' || wanted.code)
            AND s.vehicle_ids && ${spreadOver(asked.vehicle_ids, MAX_ASKED_VEHICLES)}::int[]
            AND (s.facets && ARRAY(SELECT id FROM place WHERE NOT is_elsewhere)
                 OR NOT s.facets && ARRAY(SELECT id FROM place))
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
