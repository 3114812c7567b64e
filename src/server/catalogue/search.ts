/** The one search: a page of parts, how the query was read, what was left out to find any, and what can be narrowed. */
import type * as z from 'zod';
import type { SearchBody, SearchQuery, UnderstoodBody } from '#contract/search.ts';
import type { KnownType, Lexicon } from '#domain/catalogue/search-lexicon.ts';
import { namedTypeIds } from '#domain/catalogue/search-scores.ts';
import { tell } from '#server/platform/telemetry.ts';
import { countFacets } from '#server/read-models/count-facets.ts';
import type { PartFilters } from '#server/read-models/part-criteria.ts';
import type { FacetCount } from '#server/read-models/part-facets.ts';
import { firstPageWithFacets } from '#server/read-models/search-parts.ts';
import { facetsBody } from './facets-body.ts';
import type { KeptShelves } from './kept-shelves.ts';
import {
  type ListDeps,
  orderOf,
  type PageQuery,
  type PartsPage,
  pageOf,
  relevantPage,
} from './list-parts.ts';
import { foundPartBody } from './part-body.ts';
import { type ListQuery, type Reading, readQuery } from './read-query.ts';
import { relax } from './relax.ts';
import { knownOnShelves } from './shelf-facets.ts';

/** A search counts for itself what the shelves do not know just now. */
export type SearchDeps = ListDeps & { readonly shelves: KeptShelves };

export async function searchParts(
  deps: SearchDeps,
  { describe, ...query }: z.output<typeof SearchQuery>,
): Promise<SearchBody> {
  const isDescribed = describe === 'true';
  const db = deps.databases.read;
  const lexicon = await deps.lexicon();
  const read = await readQuery(db, lexicon, query, deps.exchange);
  const { cursor, isOfRelaxed } = placeOf(query.cursor);
  const asked = { ...query, cursor, isDescribed, chosen: read.criteria.filters };
  const found = isOfRelaxed ? undefined : await answerOf(deps, read, lexicon, asked);
  // Behind the end of a list there is nothing either.
  const isEmpty = found?.page.rows.length === 0 && cursor === undefined;
  const nearest = isOfRelaxed || isEmpty ? await relax(db, lexicon, read, query) : undefined;
  const { reading, relaxed } = nearest ?? { reading: read, relaxed: [] };
  const isAnswered = found !== undefined && nearest === undefined;
  const { page, facets } = isAnswered ? found : await answerOf(deps, reading, lexicon, asked);
  // Further pages are the same search.
  if (cursor === undefined) tell(page.rows.length > 0 ? 'search with hits' : 'search without hits');
  const { numberHits } = reading;
  return {
    parts: page.rows.map((row) => {
      const hit = numberHits.get(row.id);
      return {
        ...foundPartBody(row, deps.exchange),
        ...(isDescribed && { description: row.description }),
        match: hit === undefined ? null : { kind: hit.kind, number: hit.number, maker: hit.maker },
      };
    }),
    total: {
      count: Math.min(page.total, page.countedTo),
      relation: page.total > page.countedTo ? 'gte' : 'eq',
    },
    next: page.cursor === undefined ? null : (nearest === undefined ? '' : OF_RELAXED) + page.cursor,
    understood: understoodBody(read, lexicon),
    relaxed: [...relaxed],
    facets,
  };
}

/** A cursor of a list that was relaxed begins so: its later pages are of that list, whatever has come by then. */
const OF_RELAXED = 'relaxed~';

function placeOf(cursor: string | undefined) {
  return cursor?.startsWith(OF_RELAXED)
    ? { cursor: cursor.slice(OF_RELAXED.length), isOfRelaxed: true }
    : { cursor, isOfRelaxed: false };
}

type Answered = { readonly page: PartsPage; readonly facets: SearchBody['facets'] };

/** A page, and on the first one what can be narrowed: words by one statement, words with attributes and all else by two. */
async function answerOf(
  deps: SearchDeps,
  reading: Reading,
  lexicon: Lexicon,
  query: ListQuery & PageQuery & { readonly chosen: PartFilters },
): Promise<Answered> {
  const db = deps.databases.read;
  const { criteria, numbers, phrase, hasMoreNumbers } = reading;
  const { text } = criteria;
  if (query.cursor !== undefined) return { page: await pageOf(deps, reading, query), facets: null };
  const type = attributedType(reading, lexicon);
  const bodyOf = (counts: readonly FacetCount[]) =>
    facetsBody(counts, query.chosen, lexicon, type?.attributes ?? [], deps.exchange.list);
  const isByWords =
    text !== undefined && numbers.length === 0 && orderOf(reading, query.sort) === 'relevance';
  // With attributes it is the lists without each of them that take the time, and few parts that are shown.
  if (isByWords && criteria.filters.attributes === undefined) {
    const { rows, counts } = await firstPageWithFacets(
      db,
      { ...criteria, text },
      namedTypeIds(phrase.types),
      { limit: query.limit + 1, isDescribed: query.isDescribed },
      type?.id,
    );
    return { page: relevantPage(rows, query.limit), facets: bodyOf(counts) };
  }
  const known = await knownOnShelves(deps.shelves, criteria);
  const { counts, total } = await countFacets(db, {
    criteria,
    attributesOf: type?.id,
    known: known.facets,
  });
  return {
    page: await pageOf(deps, reading, query, known.total ?? total),
    facets: bodyOf(hasMoreNumbers ? counts.map((count) => ({ ...count, isPartial: true })) : counts),
  };
}

/** The one type whose attributes are offered: the chosen one, else the one that was named. */
function attributedType({ criteria, phrase }: Reading, lexicon: Lexicon): KnownType | undefined {
  const { types = [] } = criteria.filters;
  if (types.length === 1) return lexicon.types.find((type) => type.code === types[0]);
  return types.length === 0 && phrase.types.length === 1 ? phrase.types[0] : undefined;
}

function understoodBody({ phrase, engine }: Reading, lexicon: Lexicon): UnderstoodBody {
  const { words, types, sides, vehicle } = phrase;
  const [id] = vehicle?.vehicleIds ?? [];
  const only =
    vehicle?.vehicleIds.length === 1 && id !== undefined ? lexicon.vehiclesById.get(id) : undefined;
  return {
    words: words.map((word) => word.typed),
    corrected: words.flatMap(({ typed, corrected }) =>
      corrected === undefined ? [] : [{ typed, read: corrected }],
    ),
    types: types.map(({ code, name }) => ({ code, name })),
    sides: [...sides],
    vehicle:
      vehicle === undefined
        ? null
        : {
            id: only?.id ?? null,
            kind: only?.kind ?? null,
            make: vehicle.make,
            model: vehicle.model,
            yearFrom: vehicle.yearFrom,
            yearTo: vehicle.yearTo,
          },
    engine,
  };
}
