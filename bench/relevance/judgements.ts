/**
 * The judged queries of `judged.tsv`, and which parts are right for each. A judgement names a part type, a vehicle, a side,
 * a property or a number; the parts are looked up in what the catalogue keeps (types, fitments, attributes, numbers), never
 * in what the search reads.
 */
import { readFileSync } from 'node:fs';
import type pg from 'pg';

export type Judged = {
  readonly kind: string;
  readonly query: string;
  readonly judgement: string;
  /** Never looked at while the search is tuned. */
  readonly isHeldOut: boolean;
};

const FILE = new URL('./judged.tsv', import.meta.url);
/** What is right in everything, and what only misses a side or a property. */
const RIGHT = 3;
const NEARLY = 1;

export function readJudged(): Judged[] {
  return readFileSync(FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line, at) => {
      const [kind = '', query = '', judgement = ''] = line.split('\t');
      // Every third of each kind, as they come.
      return { kind, query, judgement, isHeldOut: at % 3 === 2 };
    });
}

/** Gains of the parts that are right, by id. */
export async function gainsOf(client: pg.Client, { judgement }: Judged): Promise<Map<number, number>> {
  const wanted = new Map(
    judgement.split(';').map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  const number = wanted.get('number');
  if (number !== undefined) {
    const { rows } = await client.query<{ id: number }>(
      `SELECT id::int FROM part WHERE archived_at IS NULL AND (part_number_norm = normalised_number($1) OR normalised_number(sku) = normalised_number($1))
       UNION SELECT part_id::int FROM part_number_alias WHERE number_norm = normalised_number($1)`,
      [number],
    );
    return new Map(rows.map((row) => [row.id, RIGHT]));
  }
  const [make, model, year] = (wanted.get('vehicle') ?? '').split('/');
  const { rows } = await client.query<{ id: number; is_right: boolean }>(
    `SELECT part.id::int,
            ($5::text IS NULL OR part.name ILIKE '%' || $5 || '%' OR EXISTS (
               SELECT FROM fitment WHERE part_id = part.id AND position ILIKE '%' || $5 || '%'))
            AND ($6::text IS NULL OR concat_ws(' ', part.name, part.attributes::text, part.grade) ILIKE '%' || $6 || '%') AS is_right
     FROM part JOIN part_type ON part_type.id = part.part_type_id
     WHERE part.archived_at IS NULL AND part_type.code = any($1)
       AND ($2::text IS NULL OR EXISTS (
         SELECT FROM fitment JOIN vehicle ON vehicle.id = vehicle_id
         WHERE part_id = part.id AND make = $2 AND model = $3 AND ($4::int IS NULL OR year = $4)))`,
    [
      (wanted.get('type') ?? '').split(','),
      make === '' ? null : make,
      model ?? null,
      year === undefined ? null : Number(year),
      wanted.get('position') ?? null,
      wanted.get('has') ?? null,
    ],
  );
  return new Map(rows.map((row) => [row.id, row.is_right ? RIGHT : NEARLY]));
}

/** Discounted gain of the first ten, as a share of the best possible; 1 is best. Undefined where nothing is right. */
export function ndcg(found: readonly number[], gains: ReadonlyMap<number, number>): number | undefined {
  const dcg = (list: readonly number[]) =>
    list.slice(0, 10).reduce((sum, gain, at) => sum + (2 ** gain - 1) / Math.log2(at + 2), 0);
  const best = dcg([...gains.values()].sort((a, b) => b - a));
  return best === 0 ? undefined : dcg(found.map((id) => gains.get(id) ?? 0)) / best;
}
