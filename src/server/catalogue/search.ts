/** The one search: a page of parts, how the query was read, what was left out to find any, and what can be narrowed. */
import type { SearchBody, UnderstoodBody } from '#contract/search.ts';
import type { Lexicon } from '#domain/catalogue/search-lexicon.ts';
import type { Phrase } from '#domain/catalogue/search-phrase.ts';
import { attributesOfType, countFacets } from '#server/read-models/part-facets.ts';
import { COUNTED_TO, firstFulfilled } from '#server/read-models/search-parts.ts';
import { facetsBody } from './facets-body.ts';
import { type ListDeps, pageOf } from './list-parts.ts';
import { partBody } from './part-body.ts';
import { type ListQuery, type Reading, readQuery } from './read-query.ts';
import { relax } from './relax.ts';

export async function searchParts(deps: ListDeps, query: ListQuery): Promise<SearchBody> {
  const db = deps.databases.read;
  const lexicon = await deps.lexicon();
  const read = await readQuery(db, lexicon, query, deps.exchange);
  let reading = read;
  // What is counted is most often what is shown: both are asked at once, and again only where there is nothing.
  let [page, facets] = await Promise.all([
    pageOf(deps, reading, query),
    facetsOf(deps, reading, lexicon, query),
  ]);
  let relaxed: SearchBody['relaxed'] = [];
  if (page.total === 0 && (await isEmpty(deps, reading, query))) {
    const nearest = await relax(db, read, query);
    if (nearest !== undefined) {
      reading = nearest.reading;
      relaxed = [...nearest.relaxed];
      [page, facets] = await Promise.all([
        pageOf(deps, reading, query),
        facetsOf(deps, reading, lexicon, query),
      ]);
    }
  }
  const { numberHits } = reading;
  return {
    parts: page.rows.map((row) => {
      const hit = numberHits.get(row.id);
      return {
        ...partBody(row, deps.exchange),
        match: hit === undefined ? null : { kind: hit.kind, number: hit.number, maker: hit.maker },
      };
    }),
    total: {
      count: Math.min(page.total, page.countedTo),
      relation: page.total > page.countedTo ? 'gte' : 'eq',
    },
    next: page.cursor ?? null,
    understood: understoodBody(read.phrase, lexicon),
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

async function facetsOf(
  deps: ListDeps,
  reading: Reading,
  lexicon: Lexicon,
  query: ListQuery,
): Promise<SearchBody['facets']> {
  if (query.cursor !== undefined) return null;
  const { criteria, numbers, phrase } = reading;
  const { types = [] } = criteria.filters;
  const typeId =
    types.length === 1
      ? lexicon.types.find((type) => type.code === types[0])?.id
      : types.length === 0 && phrase.types.length === 1
        ? phrase.types[0]?.id
        : undefined;
  const counted =
    criteria.text === undefined && numbers.length > 0
      ? { ...criteria, partIds: numbers.map((hit) => hit.partId) }
      : criteria;
  const db = deps.databases.read;
  const [counts, attributes] = await Promise.all([
    countFacets(db, counted, COUNTED_TO, typeId),
    typeId === undefined ? [] : attributesOfType(db, typeId),
  ]);
  return facetsBody(counts, COUNTED_TO, attributes, deps.exchange.list);
}

function understoodBody({ words, types, sides, vehicle }: Phrase, lexicon: Lexicon): UnderstoodBody {
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
  };
}
