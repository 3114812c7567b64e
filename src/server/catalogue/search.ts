/** The one search: a page of parts, how the query was read, what was left out to find any, and what can be narrowed. */
import type * as z from 'zod';
import type { SearchBody, SearchQuery, UnderstoodBody } from '#contract/search.ts';
import type { KnownType, Lexicon } from '#domain/catalogue/search-lexicon.ts';
import { namedTypeIds } from '#domain/catalogue/search-scores.ts';
import { tell } from '#server/platform/telemetry.ts';
import type { PartFilters } from '#server/read-models/part-criteria.ts';
import { countFacets, type FacetCount } from '#server/read-models/part-facets.ts';
import { firstFulfilled, firstPageWithFacets } from '#server/read-models/search-parts.ts';
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
import { type ListQuery, listed, type Reading, readQuery } from './read-query.ts';
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
  let reading = read;
  const asked = { ...query, isDescribed, chosen: read.criteria.filters };
  let { page, facets } = await answerOf(deps, reading, lexicon, asked);
  let relaxed: SearchBody['relaxed'] = [];
  if (page.total === 0 && (await isEmpty(deps, reading, query))) {
    const nearest = await relax(db, lexicon, read, query);
    if (nearest !== undefined) {
      reading = nearest.reading;
      relaxed = [...nearest.relaxed];
      ({ page, facets } = await answerOf(deps, reading, lexicon, asked));
    }
  }
  // Further pages are the same search.
  if (query.cursor === undefined) tell(page.rows.length > 0 ? 'search with hits' : 'search without hits');
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
    next: page.cursor ?? null,
    understood: understoodBody(read, lexicon),
    relaxed,
    facets,
  };
}

/** Behind the end of a list there is nothing either; a later page of a relaxed list is relaxed again. */
async function isEmpty(
  deps: ListDeps,
  { criteria, numbers }: Reading,
  { cursor }: ListQuery,
): Promise<boolean> {
  if (cursor === undefined) return true;
  return numbers.length === 0 && (await firstFulfilled(deps.databases.read, [criteria])) === undefined;
}

type Answered = { readonly page: PartsPage; readonly facets: SearchBody['facets'] };

/** A page, and on the first one what can be narrowed: words by one statement, all else by two. */
async function answerOf(
  deps: SearchDeps,
  reading: Reading,
  lexicon: Lexicon,
  query: ListQuery & PageQuery & { readonly chosen: PartFilters },
): Promise<Answered> {
  const db = deps.databases.read;
  const { criteria, numbers, phrase } = reading;
  const { text } = criteria;
  if (query.cursor !== undefined) return { page: await pageOf(deps, reading, query), facets: null };
  const type = attributedType(reading, lexicon);
  const bodyOf = (counts: readonly FacetCount[]) =>
    facetsBody(counts, query.chosen, lexicon, type?.attributes ?? [], deps.exchange.list);
  if (text !== undefined && numbers.length === 0 && orderOf(reading, query.sort) === 'relevance') {
    const { rows, counts } = await firstPageWithFacets(
      db,
      { ...criteria, text },
      namedTypeIds(phrase.types),
      { limit: query.limit + 1, isDescribed: query.isDescribed },
      type?.id,
    );
    return { page: relevantPage(rows, query.limit), facets: bodyOf(counts) };
  }
  const counted = listed(reading);
  const known = await knownOnShelves(deps.shelves, counted);
  const { counts, total } = await countFacets(db, counted, type?.id, known.facets);
  return { page: await pageOf(deps, reading, query, known.total ?? total), facets: bodyOf(counts) };
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
