/** Suggestions while somebody types. The work is bounded whatever is typed: a few look-ups, six of each. */
import type { SuggestionsBody } from '#contract/search.ts';
import { askedNumbers } from '#domain/catalogue/number-search.ts';
import { numberSlugOf } from '#domain/catalogue/part-number.ts';
import { namedTypeIds } from '#domain/catalogue/search-scores.ts';
import { type Remembered, remember, wordsBeside } from '#domain/catalogue/search-suggest.ts';
import { textAnywhere } from '#domain/catalogue/search-text.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { findNumbers, type NumberHit } from '#server/read-models/part-numbers.ts';
import { type PartRow, readParts } from '#server/read-models/parts.ts';
import { listByRelevance, listInOrder } from '#server/read-models/search-parts.ts';
import type { ListDeps } from './list-parts.ts';
import { pictureAddress } from './part-body.ts';
import { readEngine } from './read-engine.ts';

const LIMIT = 6;
/** Hits that are ranked. */
const LOOKED_AT = 300;
const NONE: SuggestionsBody = { numbers: [], parts: [], types: [], brands: [], vehicles: [] };

export async function suggest(
  deps: ListDeps,
  query: {
    readonly q: string;
    readonly vehicle?: string | undefined;
    readonly engine?: string | undefined;
  },
) {
  if (query.q.trim() === '') return NONE;
  const db = deps.databases.read;
  const known = remember(query.q, await deps.lexicon(), LIMIT);
  const vehicleIds = known.vehicleIds ?? (query.vehicle === undefined ? undefined : [Number(query.vehicle)]);
  const [numbers, parts] = await Promise.all([
    suggestNumbers(db, query.q),
    suggestParts(db, known, vehicleIds, query),
  ]);
  const words = wordsBeside(known.words);
  return {
    numbers,
    parts: numbers.length > 0 ? [] : parts.map(suggestedPart),
    types: known.types.map(({ type, matched }) => ({
      code: type.code,
      name: type.name,
      category: type.category[0] ?? '',
      matched,
    })),
    brands: known.brands.map(({ slug, name }) => ({ slug, name })),
    vehicles: known.vehicles.map(({ id, kind, make, model, year }) => ({
      id,
      kind,
      make,
      model,
      year,
      words: known.vehicleIds === undefined ? '' : words,
    })),
  } satisfies SuggestionsBody;
}

async function suggestNumbers(db: Querier, q: string): Promise<SuggestionsBody['numbers']> {
  const { whole, within } = askedNumbers(q);
  if (whole.length + within.length === 0) return [];
  const hits = await findNumbers(db, { exact: [...whole, ...within], prefix: whole[0], prefixLimit: LIMIT });
  const best = new Map<number, NumberHit>();
  for (const hit of [...hits].sort((a, b) => Number(b.is_exact) - Number(a.is_exact))) {
    if (!best.has(hit.part_id)) best.set(hit.part_id, hit);
  }
  const rows = await readParts(db, [...best.keys()].slice(0, LIMIT * 2));
  return rows
    .flatMap((row) => {
      const hit = best.get(row.id);
      if (hit === undefined) return [];
      return [{ ...suggestedPart(row), match: { kind: hit.kind, number: hit.number, maker: hit.maker } }];
    })
    .slice(0, LIMIT);
}

/** Of a type that was named, the first in the shop's order; else what the words find. */
async function suggestParts(
  db: Querier,
  { types, words: read }: Remembered,
  vehicleIds: readonly number[] | undefined,
  given: { readonly vehicle?: string | undefined; readonly engine?: string | undefined },
): Promise<readonly PartRow[]> {
  const [first] = types;
  if (vehicleIds === undefined && first !== undefined) {
    return listInOrder(
      db,
      { filters: { types: [first.type.code] } },
      { limit: LIMIT, isDescribed: false, order: 'rank', isFew: false },
    );
  }
  const engine = await readEngine(db, { words: read }, vehicleIds, given);
  const words = engine.words ?? read;
  const text = textAnywhere(words);
  // One or two letters are the beginning of too much.
  if (words.length === 0 || words.every((word) => word.typed.length < 3)) return [];
  return listByRelevance(
    db,
    { text, vehicleIds, otherEngines: engine.others, filters: {} },
    { numbers: [], namedTypeIds: namedTypeIds(types.map(({ type }) => type)) },
    { limit: LIMIT, isDescribed: false },
    LOOKED_AT,
  );
}

function suggestedPart(row: PartRow) {
  return {
    _id: String(row.id),
    name: row.name,
    img: pictureAddress(row.image_url, row.part_type_code),
    brand: row.brand_name,
    brandSlug: row.brand_slug,
    partNumber: row.part_number,
    partNumberSlug: numberSlugOf(row.part_number),
    grade: row.grade,
  };
}
