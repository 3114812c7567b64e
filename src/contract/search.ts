/** Calls of the one search box: what is found, what it can be narrowed to, and what comes to mind while typing. */
import * as z from 'zod';
import { PartBody, PartsQuery, VehicleKind } from './catalogue.ts';
import { PartId } from './fields.ts';
import { operations } from './kernel/operation.ts';
import { Grade } from './part-settings.ts';

/** Which number of a part was typed. */
export const NumberKind = z.enum([
  'sku',
  'part-number',
  'oe',
  'trade',
  'competitor',
  'superseded',
  'gtin',
  'customer',
]);

/** The number by which a part was found; the maker is '' where it isn't known, or the part's own. */
export const NumberMatch = z.object({ kind: NumberKind, number: z.string(), maker: z.string() });

/** How many there are; `gte` where it is only known that there are no fewer. */
const Count = z.object({ count: z.number().int(), relation: z.enum(['eq', 'gte']) });

const FacetValue = z.object({ value: z.string(), name: z.string(), count: z.number().int() });
/**
 * Values of one thing with how many parts have each, the most first. At most 200; a brand or type that the list is narrowed to is
 * among them, with 0 where no part has it.
 */
const Facet = z.object({ values: z.array(FacetValue), relation: z.enum(['eq', 'gte']) });
const TypeFacet = z.object({
  ...Facet.shape,
  /** `category` is what the type is found under: "Braking". */
  values: z.array(z.object({ ...FacetValue.shape, category: z.string() })),
});

/**
 * What a list can be narrowed to. The counts of each facet leave the choice in that facet itself out, so they are what
 * choosing one value more, or instead, would give. Values are those of the parameter of the same name.
 */
export const FacetsBody = z
  .object({
    brand: Facet,
    type: TypeFacet,
    grade: Facet,
    kind: Facet,
    position: Facet,
    /** "true" and "false". */
    inStock: Facet,
    /** In the list currency; null where there is no part. */
    price: z.object({ from: z.number(), to: z.number() }).nullable(),
    /** Of the one part type that the list is narrowed to, or that was searched for. */
    attributes: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        unit: z.string(),
        type: z.enum(['number', 'text', 'boolean']),
        ...Facet.shape,
        /** Of numbers. */
        range: z.object({ from: z.number(), to: z.number() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'Facets' });
export type FacetsBody = z.output<typeof FacetsBody>;

/** How a query was read. */
export const UnderstoodBody = z
  .object({
    /** The words that parts have to have, as they were typed. */
    words: z.array(z.string()),
    /** Words that were read as others, mistyped or run together. */
    corrected: z.array(z.object({ typed: z.string(), read: z.string() })),
    /** Part types that the words name. */
    types: z.array(z.object({ code: z.string(), name: z.string() })),
    /** Sides and ends that were named. */
    sides: z.array(z.string()),
    /** A vehicle that was named among the words; its id where there is exactly one. */
    vehicle: z
      .object({
        id: z.number().int().nullable(),
        kind: VehicleKind.nullable(),
        make: z.string().nullable(),
        model: z.string().nullable(),
        yearFrom: z.number().int().nullable(),
        yearTo: z.number().int().nullable(),
      })
      .nullable(),
    /** An engine of the vehicle that was named among the words, as fitments call it; as typed where that may be several. */
    engine: z.string().nullable(),
  })
  .meta({ id: 'Understood' });
export type UnderstoodBody = z.output<typeof UnderstoodBody>;

/**
 * What was left out because nothing fulfils everything: a word, the filters, the year of the vehicle, the vehicle, or the
 * end of a number, of which `kept` is what numbers begin with.
 */
export const RelaxedBody = z.object({
  what: z.enum(['word', 'filters', 'year', 'vehicle', 'number']),
  dropped: z.string(),
  kept: z.string().nullable(),
});
export type RelaxedBody = z.output<typeof RelaxedBody>;

/** A part as lists show it. Its description, which is as long as all the rest, comes where it was asked for. */
export const FoundPartBody = z
  .object({
    ...PartBody.omit({ description: true, pricePerUnit: true }).shape,
    description: z.string().optional(),
    match: NumberMatch.nullable(),
  })
  .meta({ id: 'FoundPart' });
export type FoundPartBody = z.output<typeof FoundPartBody>;

export const SearchBody = z
  .object({
    parts: z.array(FoundPartBody),
    total: Count,
    /** The next page's cursor; null on the last one. */
    next: z.string().nullable(),
    understood: UnderstoodBody,
    /** Empty where everything that was asked for is fulfilled. */
    relaxed: z.array(RelaxedBody),
    /** On the first page alone. */
    facets: FacetsBody.nullable(),
  })
  .meta({ id: 'SearchResult' });
export type SearchBody = z.output<typeof SearchBody>;

const SuggestedPart = z.object({
  _id: PartId,
  name: z.string(),
  img: z.string(),
  brand: z.string(),
  brandSlug: z.string(),
  partNumber: z.string(),
  partNumberSlug: z.string(),
  grade: Grade,
});

/** What comes to mind while somebody types, each with why. Every list has six entries at most. */
export const SuggestionsBody = z
  .object({
    numbers: z.array(z.object({ ...SuggestedPart.shape, match: NumberMatch })),
    parts: z.array(SuggestedPart),
    /** `matched` is the name or synonym that begins as typed. */
    types: z.array(
      z.object({ code: z.string(), name: z.string(), category: z.string(), matched: z.string() }),
    ),
    brands: z.array(z.object({ slug: z.string(), name: z.string() })),
    /** Years of a model that was typed; `words` is what is left of the query without the vehicle. */
    vehicles: z.array(
      z.object({
        id: z.number().int(),
        kind: VehicleKind,
        make: z.string(),
        model: z.string(),
        year: z.number().int(),
        words: z.string(),
      }),
    ),
  })
  .meta({ id: 'Suggestions' });
export type SuggestionsBody = z.output<typeof SuggestionsBody>;

/** The parameters of the list, and what is to be told of the parts. */
export const SearchQuery = z.object({
  ...PartsQuery.shape,
  /** Whether parts come with their descriptions. */
  describe: z.enum(['true', 'false']).optional(),
});

export const search = operations({
  searchParts: {
    method: 'GET',
    path: '/search',
    access: 'anonymous',
    noun: 'search',
    summary: 'Search parts, with facets, how the query was read, and the nearest where nothing fulfils it',
    description:
      'Takes the parameters of `/parts` and finds the same parts. Where there are none, what stands in the way is left ' +
      'out and told in `relaxed`. Counts are exact to 2,000; of longer lists they are of 1,000 of the parts, so "at least", ' +
      'unless `relation` says that they are exact. Those of a large catalogue as a whole may be two minutes old.',
    query: SearchQuery,
    output: SearchBody,
    cache: 'revalidate',
    rateClass: 'search',
  },
  searchSuggest: {
    method: 'GET',
    path: '/search/suggest',
    access: 'anonymous',
    noun: 'search',
    summary: 'Suggestions while typing: numbers, parts, part types, brands, vehicles',
    query: z.object({
      /** As typed: behind a space the last word is whole. */
      q: z.string().max(100),
      vehicle: PartsQuery.shape.vehicle,
      engine: PartsQuery.shape.engine,
    }),
    output: SuggestionsBody,
    cache: 'revalidate',
    rateClass: 'search',
  },
});
