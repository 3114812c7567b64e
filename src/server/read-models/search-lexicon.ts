/** What a reader of queries has to know of the shop, kept in memory and loaded anew when it has changed. */
import { sql } from 'kysely';
import {
  indexVehicles,
  type KnownBrand,
  type KnownType,
  type KnownVehicle,
  type Lexicon,
  makeLexicon,
  type VehicleIndex,
} from '#domain/catalogue/search-lexicon.ts';
import type { Querier } from '#server/platform/db/database.ts';

/** How long the lexicon is trusted without a look at the database, where the catalogue is the same as far as is known. */
const TRUSTED_MS = 1_000;
/** While an import brings new words all the time, they are taken over only so often. */
const WORDS_KEPT_MS = 30_000;

type Looked = { readonly version: number | undefined; readonly atMs: number };
type Looking = { readonly version: number | undefined; readonly lexicon: Promise<Lexicon> };
type Marks = { vehicles: number; brands: number; types: string; words: number };

/**
 * Answers the lexicon: of types, brands and vehicles as old as the catalogue's version, words that only names have half a minute at
 * most. Callers at the same time share one look at the database.
 *
 * @param currentVersion another number as soon as the catalogue has changed, or what is said of a part
 */
export function searchLexicon(
  db: Querier,
  currentVersion: () => Promise<number>,
  nowMs: () => number,
): () => Promise<Lexicon> {
  let kept: { lexicon: Lexicon; vehicles: VehicleIndex; marks: Marks; wordsAt: number } | undefined;
  let looked: Looked = { version: undefined, atMs: Number.NEGATIVE_INFINITY };
  let looking: Looking | undefined;

  async function look(version: number | undefined): Promise<Lexicon> {
    const atMs = nowMs();
    const marks = await readMarks(db);
    const isSame =
      kept !== undefined &&
      kept.marks.vehicles === marks.vehicles &&
      kept.marks.brands === marks.brands &&
      kept.marks.types === marks.types &&
      (kept.marks.words === marks.words || nowMs() - kept.wordsAt < WORDS_KEPT_MS);
    if (kept === undefined || !isSame) {
      const vehicles =
        kept !== undefined && kept.marks.vehicles === marks.vehicles
          ? kept.vehicles
          : indexVehicles(await readVehicles(db));
      const [types, brands, words] = await Promise.all([readTypes(db), readBrands(db), readWords(db)]);
      kept = { lexicon: makeLexicon({ types, brands, vehicles, words }), vehicles, marks, wordsAt: nowMs() };
    }
    looked = { version, atMs };
    return kept.lexicon;
  }

  const begin = (version: number | undefined): Looking => ({
    version,
    lexicon: look(version).finally(() => {
      looking = undefined;
    }),
  });

  return async () => {
    // Where nobody can tell, the look will say so better.
    const version = await currentVersion().catch(() => undefined);
    const isTrusted = looked.version === version && nowMs() - looked.atMs < TRUSTED_MS;
    if (kept !== undefined && isTrusted) return kept.lexicon;
    // One at a time. What begins meanwhile begins after this was asked.
    if (looking !== undefined && looking.version !== version) await looking.lexicon.catch(() => undefined);
    looking ??= begin(version);
    return looking.lexicon;
  };
}

/**
 * Cheap marks that change when the tables do. Brands and vehicles are only ever added, so they are counted: the highest id is seen
 * before lower ones, where these were begun earlier and come later.
 */
async function readMarks(db: Querier): Promise<Marks> {
  const { rows } = await sql<Marks>`
    SELECT (SELECT count(*) FROM vehicle)::int AS vehicles, (SELECT count(*) FROM brand)::int AS brands,
           (SELECT coalesce(max(xmin::text::bigint), 0) || '/' || count(*) FROM part_type) AS types,
           (SELECT count(*) FROM search_word)::int AS words`.execute(db);
  const [marks] = rows;
  if (marks === undefined) throw new Error('the marks of the catalogue gave nothing');
  return marks;
}

async function readVehicles(db: Querier): Promise<KnownVehicle[]> {
  const { rows } =
    await sql<KnownVehicle>`SELECT id, kind, make, model, year::int AS year FROM vehicle ORDER BY year`.execute(
      db,
    );
  return rows;
}

async function readTypes(db: Querier): Promise<KnownType[]> {
  const { rows } =
    await sql<KnownType>`SELECT id, code, name, category, synonyms, positions, attributes FROM part_type ORDER BY id`.execute(
      db,
    );
  return rows;
}

async function readBrands(db: Querier): Promise<KnownBrand[]> {
  const { rows } = await sql<KnownBrand>`SELECT id, slug, name FROM brand ORDER BY id`.execute(db);
  return rows;
}

async function readWords(db: Querier): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`SELECT DISTINCT word FROM search_word`.execute(db);
  return rows.map((row) => row.word);
}
