/** What the ids of the trade's tables mean in this shop, as its owner has told. */
import { sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';
import type { ENGINE_TABLES } from './engine-codes.ts';

export type Scheme =
  | 'vehicle'
  | 'make'
  | 'model'
  | 'brand'
  | 'part_type'
  | 'position'
  | 'attribute'
  | (typeof ENGINE_TABLES)[number];
export type Meaning = {
  readonly value: string;
  readonly kind: string;
  readonly make: string;
  readonly model: string;
  readonly year: number | null;
};

/** Meanings that are kept at once: all of them, for any shop; a file that names more ids asks for some twice. */
const MAX_KEPT = 50_000;

/** Looks ids up, each of them once. */
export function codeBook(db: Querier) {
  const known = new Map<string, Meaning | undefined>();
  return {
    async meaningOf(scheme: Scheme, code: string): Promise<Meaning | undefined> {
      const key = `${scheme}/${code}`;
      if (known.has(key)) return known.get(key);
      const { rows } = await sql<Meaning>`
        SELECT value, vehicle_kind AS kind, make, model, year FROM catalogue_code
        WHERE scheme = ${scheme}::text AND code = ${code}::text`.execute(db);
      if (known.size >= MAX_KEPT) known.clear();
      known.set(key, rows[0]);
      return rows[0];
    },
  };
}
export type CodeBook = ReturnType<typeof codeBook>;

/**
 * Ids by what they mean, for files that go out; where several mean the same, the first of them. Meanings are the same where
 * `keyOf` is.
 */
export async function codesByMeaning(
  db: Querier,
  scheme: Scheme,
  keyOf: (meaning: Meaning) => string = meaningKey,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Meaning & { code: string }>`
    SELECT code, value, vehicle_kind AS kind, make, model, year FROM catalogue_code
    WHERE scheme = ${scheme}::text ORDER BY code DESC`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row.code]));
}

/** A meaning as a key: names are compared without case. */
export const meaningKey = ({ value, kind, make, model, year }: Partial<Meaning>): string =>
  [value ?? '', kind ?? '', make ?? '', model ?? '', year ?? ''].join('|').toLowerCase();
