/** From the parameters of a list to what is looked for. */
import type * as z from 'zod';
import type { PartsQuery } from '#contract/catalogue.ts';
import { type AskedNumbers, askedNumbers } from '#domain/catalogue/number-search.ts';
import type { Lexicon } from '#domain/catalogue/search-lexicon.ts';
import { type Phrase, readPhrase } from '#domain/catalogue/search-phrase.ts';
import { numberScore } from '#domain/catalogue/search-scores.ts';
import { textOf } from '#domain/catalogue/search-text.ts';
import { fromDecimal } from '#domain/money.ts';
import type { ExchangeRate } from '#domain/pricing/exchange.ts';
import type { Querier } from '#server/platform/db/database.ts';
import type { AttributeFilter, PartCriteria, PartFilters } from '#server/read-models/part-criteria.ts';
import { findNumbers, type NumberHit } from '#server/read-models/part-numbers.ts';
import type { ScoredPart } from '#server/read-models/search-parts.ts';
import { ANY_ENGINE, readEngine, vehicleIdsOf } from './read-engine.ts';

export type ListQuery = z.output<typeof PartsQuery>;

/** What a query asks for. */
export type Reading = {
  /** All that is listed: what numbers found, and what has the words where no number is exact. */
  readonly criteria: PartCriteria;
  readonly phrase: Phrase;
  /** The engine that was named among the words, as the vehicle's fitments call it, or as it was typed. */
  readonly engine: string | null;
  /** The parts of the criteria that a number in the query found, the best first. */
  readonly numbers: readonly ScoredPart[];
  readonly numberHits: ReadonlyMap<number, NumberHit>;
  /** Whether more numbers begin as typed than were looked at. */
  readonly hasMoreNumbers: boolean;
  readonly asked: AskedNumbers;
  readonly hasFilters: boolean;
};

const NOTHING: AskedNumbers = { whole: [], within: [] };
/** Parts whose number begins with what was typed, from each kind of number. */
const PREFIX_LIMIT = 200;

export async function readQuery(
  db: Querier,
  lexicon: Lexicon,
  query: ListQuery,
  exchange: ExchangeRate,
): Promise<Reading> {
  const q = query.q ?? '';
  const filters = filtersOf(query, exchange);
  const asked = q === '' ? NOTHING : askedNumbers(q);
  const hits = await lookUp(db, asked);
  const read = readPhrase(q, lexicon);
  const isNumber = hits.some((hit) => hit.is_exact);
  const numbers = scored(hits, asked);
  const vehicleIds = vehicleIdsOf(read, query.vehicle);
  const engine = isNumber ? ANY_ENGINE : await readEngine(db, read, vehicleIds, query);
  const phrase = { ...read, words: engine.words ?? read.words };
  const base = {
    filters,
    ...(vehicleIds !== undefined && !isNumber && { vehicleIds, otherEngines: engine.others }),
  };
  const criteria: PartCriteria = {
    ...base,
    ...(phrase.words.length > 0 && !isNumber && { text: textOf(phrase.words, phrase.types) }),
    ...(numbers.length > 0 && { partIds: numbers.map((hit) => hit.partId) }),
  };
  const best = new Map<number, NumberHit>();
  for (const hit of hits) {
    const told = best.get(hit.part_id);
    // By a number that it has rather than by one that it replaces, as they come.
    if (told === undefined || (hit.is_exact && !told.is_exact)) best.set(hit.part_id, hit);
  }
  return {
    criteria,
    phrase,
    engine: engine.named,
    numbers,
    numberHits: best,
    hasMoreNumbers: isCut(hits),
    asked,
    hasFilters: Object.values(filters).some((filter) => filter !== undefined),
  };
}

async function lookUp(db: Querier, { whole, within }: AskedNumbers): Promise<NumberHit[]> {
  const exact = [...whole, ...within];
  if (exact.length === 0) return [];
  return findNumbers(db, { exact, prefix: whole[0], prefixLimit: PREFIX_LIMIT });
}

function isCut(hits: readonly NumberHit[]): boolean {
  const begun = hits.filter((hit) => !hit.is_exact);
  const own = (kind: NumberHit['kind']) => begun.filter((hit) => hit.kind === kind).length;
  const [numbers, skus] = [own('part-number'), own('sku')];
  return [numbers, skus, begun.length - numbers - skus].some((count) => count >= PREFIX_LIMIT);
}

/** The number itself, then other makers' same number, then numbers that begin so. */
function scored(hits: readonly NumberHit[], { whole }: AskedNumbers): ScoredPart[] {
  const isExact = hits.some((hit) => hit.is_exact);
  const best = new Map<number, number>();
  for (const hit of hits) {
    const isOwn = hit.kind === 'part-number' || hit.kind === 'sku';
    const score = numberScore({ isExact: hit.is_exact, isOwn });
    // Where the whole query is a number, what begins with it is shown behind; beside other words only the number counts.
    if (isExact && !hit.is_exact && whole.length === 0) continue;
    best.set(hit.part_id, Math.max(score, best.get(hit.part_id) ?? 0));
  }
  return [...best]
    .map(([partId, score]) => ({ partId, score }))
    .sort((a, b) => b.score - a.score || a.partId - b.partId);
}

const listOf = <T extends string>(value: T | readonly T[] | undefined): readonly T[] | undefined =>
  typeof value === 'string' ? [value] : value;

function filtersOf(query: ListQuery, exchange: ExchangeRate): PartFilters {
  return {
    brands: listOf(query.brand)?.map((slug) => slug.toLowerCase()),
    types: listOf(query.type),
    categories: listOf(query.category),
    grades: listOf(query.grade),
    kinds: listOf(query.kind),
    positions: listOf(query.position),
    attributes: attributesOf(listOf(query.attribute)),
    priceFromMinor: minorOf(query.priceFrom, exchange),
    priceToMinor: minorOf(query.priceTo, exchange),
    inStock: query.inStock === undefined ? undefined : query.inStock === 'true',
  };
}

/** A bound in the currency's smallest unit; more places than it has make no difference to a buyer. */
function minorOf(price: number | undefined, exchange: ExchangeRate): number | undefined {
  if (price === undefined) return undefined;
  return (
    fromDecimal(Number(price.toFixed(2)), exchange.list) ?? fromDecimal(Math.round(price), exchange.list)
  );
}

const NUMBER_RANGE = /^(-?\d{1,12}(?:\.\d{1,9})?)?\.\.(-?\d{1,12}(?:\.\d{1,9})?)?$/;

function attributesOf(given: readonly string[] | undefined): AttributeFilter[] | undefined {
  if (given === undefined) return undefined;
  const byKey = new Map<
    string,
    { key: string; values: string[]; ranges: { from: number | null; to: number | null }[] }
  >();
  for (const text of given) {
    const at = text.indexOf('=');
    const [key, value] = [text.slice(0, at), text.slice(at + 1)];
    const filter = byKey.get(key) ?? { key, values: [], ranges: [] };
    byKey.set(key, filter);
    const range = NUMBER_RANGE.exec(value);
    if (range === null) filter.values.push(value);
    else filter.ranges.push({ from: boundOf(range[1]), to: boundOf(range[2]) });
  }
  return [...byKey.values()];
}

const boundOf = (text: string | undefined) => (text === undefined ? null : Number(text));
