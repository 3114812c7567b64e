/** The nearest that exists, where nothing fulfils all that was asked for: which parts of the request to leave out. */
import type { RelaxedBody } from '#contract/search.ts';
import { sharedBeginning } from '#domain/catalogue/number-search.ts';
import type { Lexicon } from '#domain/catalogue/search-lexicon.ts';
import type { Phrase, WordGroup } from '#domain/catalogue/search-phrase.ts';
import { numberScore } from '#domain/catalogue/search-scores.ts';
import {
  type SearchedText,
  saysWhat,
  textAnywhere,
  textOf,
  textOfNames,
  wordsBeside,
  wordsBesideTypes,
} from '#domain/catalogue/search-text.ts';
import { singularOf } from '#domain/catalogue/search-tokens.ts';
import { sideOf } from '#domain/catalogue/trade-words.ts';
import type { Querier } from '#server/platform/db/database.ts';
import type { PartCriteria } from '#server/read-models/part-criteria.ts';
import { findNumbers, neighbouringNumbers } from '#server/read-models/part-numbers.ts';
import { firstFulfilled } from '#server/read-models/search-parts.ts';
import type { ListQuery, Reading } from './read-query.ts';

export type Relaxed = { readonly reading: Reading; readonly relaxed: readonly RelaxedBody[] };

/** Words that are tried to be left out, one at a time. */
const MAX_WORDS = 8;
/** Types that are tried alone. */
const MAX_TYPES = 3;
/** A number is near when it begins with so much of what was typed. */
const NEAR_SHARE = 0.6;
const NEAR_LENGTH = 5;
const NEAR_LIMIT = 50;

/**
 * Leaves out as little as possible, in this order: filters, the vehicle's year, words (the catalogue's unknown ones first,
 * never those of a part type that was named), the vehicle, all words but two or one that say what is looked for. Of a number
 * that none has, its end comes before all else. Undefined where nothing helps.
 */
export async function relax(
  db: Querier,
  lexicon: Lexicon,
  reading: Reading,
  query: ListQuery,
): Promise<Relaxed | undefined> {
  const nearest = await nearestNumber(db, reading);
  const attempts =
    nearest === undefined ? attemptsOf(reading, lexicon, query) : byNumber(nearest, lexicon, query);
  const place = await firstFulfilled(
    db,
    attempts.map((attempt) => attempt.criteria),
  );
  const attempt = place === undefined ? undefined : attempts[place];
  return (
    attempt && {
      reading: {
        ...(nearest?.reading ?? reading),
        criteria: attempt.criteria,
        ...(attempt.criteria.partIds === undefined && { numbers: [], hasMoreNumbers: false }),
      },
      relaxed: attempt.relaxed,
    }
  );
}

type Attempt = { readonly criteria: PartCriteria; readonly relaxed: readonly RelaxedBody[] };

type Scopes = {
  /** As it was asked for, and wider while there is the vehicle. */
  readonly scopes: readonly Attempt[];
  /** Without the vehicle; none where there is none. */
  readonly elsewhere: readonly Attempt[];
  readonly withoutFilters: readonly RelaxedBody[];
};

/** Where to look for what is searched for: among less and less of what narrows it. */
function scopesOf({ criteria, phrase, hasFilters }: Reading, lexicon: Lexicon, query: ListQuery): Scopes {
  const { vehicle } = phrase;
  const { vehicleIds, ...anyVehicle } = criteria;
  const withoutFilters: RelaxedBody[] = hasFilters
    ? [{ what: 'filters', dropped: filterNames(query).join(', '), kept: null }]
    : [];
  const one = lexicon.vehiclesById.get(vehicleIds?.[0] ?? 0);
  // The one that is named among the words, else the one that was chosen.
  const { make, model, yearFrom } = vehicle ?? { ...one, yearFrom: one?.year };
  const named = [make, model].filter((name) => name !== null && name !== undefined).join(' ');
  const years =
    vehicle?.yearFrom === vehicle?.yearTo
      ? `${vehicle?.yearFrom}`
      : `${vehicle?.yearFrom}–${vehicle?.yearTo}`;
  const noYear: RelaxedBody = { what: 'year', dropped: years, kept: named };
  const noVehicle: RelaxedBody = {
    what: 'vehicle',
    dropped: [yearFrom, named].filter(Boolean).join(' '),
    kept: null,
  };

  const scopes: Attempt[] = [{ criteria, relaxed: [] }];
  const canDropYear = vehicle?.yearFrom !== null && (vehicle?.anyYearIds.length ?? 0) > 0;
  if (hasFilters) scopes.push({ criteria: { ...criteria, filters: {} }, relaxed: withoutFilters });
  if (canDropYear)
    scopes.push({
      criteria: { ...criteria, vehicleIds: vehicle?.anyYearIds, filters: {} },
      relaxed: [...withoutFilters, noYear],
    });
  // Of the same kind of vehicle first: who has a car is not helped by what fits a motorcycle.
  const widths = vehicleIds === undefined ? [] : one === undefined ? [{}] : [{ kinds: [one.kind] }, {}];
  const elsewhere = widths.map(
    (filters): Attempt => ({ criteria: { ...anyVehicle, filters }, relaxed: [...withoutFilters, noVehicle] }),
  );
  return { scopes, elsewhere, withoutFilters };
}

/** The nearest number with all that narrows the list, else without the filters, the year, the vehicle. */
function byNumber({ reading, relaxed }: Relaxed, lexicon: Lexicon, query: ListQuery): Attempt[] {
  const { scopes, elsewhere } = scopesOf(reading, lexicon, query);
  return [...scopes, ...elsewhere].map((scope) => ({ ...scope, relaxed: [...scope.relaxed, ...relaxed] }));
}

function attemptsOf(reading: Reading, lexicon: Lexicon, query: ListQuery): Attempt[] {
  const { criteria, phrase } = reading;
  const { words } = phrase;
  const { scopes, elsewhere, withoutFilters } = scopesOf(reading, lexicon, query);
  const attempts = scopes.slice(1);
  // What is called so though its type is not: an oil filter wrench is no oil filter.
  const beside = wordsBesideTypes(words, phrase.types);
  if (
    phrase.types.length > 0 &&
    beside.some(({ typed }) => /\p{L}{3}/u.test(typed) && sideOf(typed) === undefined)
  )
    attempts.unshift({ criteria: byWords(criteria, textOfNames(words)), relaxed: [] });
  for (const scope of scopes) attempts.push(...withoutSome(scope, phrase, lexicon));
  for (const scope of scopes) attempts.push(...ofOneType(scope, phrase));
  attempts.push(...elsewhere);
  for (const scope of elsewhere)
    attempts.push(...withoutSome(scope, phrase, lexicon), ...ofOneType(scope, phrase));
  for (const scope of [...scopes, ...elsewhere]) attempts.push(...withOne(scope, words));
  // Only the vehicle, where it was named: there is always something to show for it.
  if (criteria.vehicleIds !== undefined && words.length > 0) {
    attempts.push({
      criteria: { ...byWords(criteria, undefined), filters: {} },
      relaxed: [...withoutFilters, ...words.map(dropped)],
    });
  }
  return attempts;
}

/** By these words alone: what a number found is left out with those that it stood among. */
function byWords({ partIds: _, ...criteria }: PartCriteria, text: SearchedText | undefined): PartCriteria {
  return { ...criteria, text };
}

const dropped = (word: WordGroup): RelaxedBody => ({ what: 'word', dropped: word.typed, kept: null });

/**
 * Each word left out by itself, then more and more of them: unknown ones first, then numbers, then what no part is called,
 * each from the end. The words of a named type stay, and so does one that says what is looked for.
 */
function withoutSome({ criteria, relaxed }: Attempt, { words, types }: Phrase, lexicon: Lexicon): Attempt[] {
  const loose = wordsBesideTypes(words, types).reverse();
  const worth = (word: WordGroup) => {
    if (!word.isKnown) return 0;
    if (!saysWhat(word)) return 1;
    return word.forms.some((form) => lexicon.typeWords.has(singularOf(form))) ? 3 : 2;
  };
  const order = loose.toSorted((a, b) => worth(a) - worth(b)).slice(0, MAX_WORDS);
  const choices = [...order.map((word) => [word]), ...order.slice(1).map((_, at) => order.slice(0, at + 2))];
  // Two words that say little are given up before one that says much.
  const most = (out: readonly WordGroup[]) => Math.max(...out.map(worth));
  return choices
    .sort((a, b) => most(a) - most(b) || a.length - b.length)
    .flatMap((out) => {
      const kept = words.filter((word) => !out.includes(word));
      if (!kept.some(saysWhat)) return [];
      return [
        {
          criteria: byWords(criteria, textOf(kept, types)),
          relaxed: [...relaxed, ...words.filter((word) => out.includes(word)).map(dropped)],
        },
      ];
    });
}

/** Where several types were named, each alone with all that it is called by. */
function ofOneType({ criteria, relaxed }: Attempt, { words, types }: Phrase): Attempt[] {
  if (types.length < 2) return [];
  return types.slice(0, MAX_TYPES).map((type) => {
    const out = wordsBeside(type, words);
    const kept = words.filter((word) => !out.includes(word));
    return {
      criteria: byWords(criteria, textOf(kept, [type])),
      relaxed: [...relaxed, ...out.map(dropped)],
    };
  });
}

/** Two neighbouring words alone, then each known word alone: the last ones usually say what a thing is. */
function withOne({ criteria, relaxed }: Attempt, words: readonly WordGroup[]): Attempt[] {
  if (words.length < 2) return [];
  const known = words.filter(saysWhat).slice(0, MAX_WORDS);
  const pairs = known.length > 3 ? known.slice(1).map((word, at) => [known[at] ?? word, word]) : [];
  return [...pairs, ...known.map((word) => [word]).reverse()].map((kept) => ({
    criteria: byWords(criteria, textAnywhere(kept)),
    relaxed: [...relaxed, ...words.filter((word) => !kept.includes(word)).map(dropped)],
  }));
}

function filterNames({
  limit: _,
  cursor: __,
  q: ___,
  sort: ____,
  vehicle: _____,
  engine: ______,
  ...filters
}: ListQuery): string[] {
  return Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/**
 * Where the whole query looks like a number that none has or begins with: the numbers that begin most like it, whatever else
 * narrows the list.
 */
async function nearestNumber(db: Querier, reading: Reading): Promise<Relaxed | undefined> {
  if (reading.numbers.length > 0) return undefined;
  const [typed] = reading.asked.whole;
  const isOneNumber =
    typed !== undefined &&
    reading.phrase.words.every((word) => /\d/.test(word.typed) || word.typed.length <= 3);
  if (!isOneNumber || typed.length < NEAR_LENGTH) return undefined;
  const lengths = (await neighbouringNumbers(db, typed)).map((number) => sharedBeginning(number, typed));
  const shared = Math.max(0, ...lengths);
  if (shared < NEAR_LENGTH || shared < typed.length * NEAR_SHARE) return undefined;
  const kept = typed.slice(0, shared);
  const hits = await findNumbers(db, { exact: [], prefix: kept, prefixLimit: NEAR_LIMIT });
  const numbers = [...new Set(hits.map((hit) => hit.part_id))].map((partId) => ({
    partId,
    score: numberScore({ isExact: false, isOwn: false }),
  }));
  const { text: _, ...rest } = reading.criteria;
  return {
    reading: {
      ...reading,
      criteria: { ...rest, partIds: numbers.map((hit) => hit.partId) },
      numbers,
      numberHits: new Map(hits.map((hit) => [hit.part_id, hit])),
      hasMoreNumbers: hits.length >= NEAR_LIMIT,
    },
    relaxed: [{ what: 'number', dropped: typed.slice(shared), kept }],
  };
}
