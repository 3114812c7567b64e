/**
 * What public answers tell of stock, prices, what is said of parts and reviews, so that they can be kept until these change. An
 * operation that is not here may show anything, and is kept until anything at all has changed; so no operation's answer is kept too
 * long for having been forgotten. One that is here tells units for sale as the `stock` of a part with its `_id`, and nowhere else
 * (`jsonWithStock`); prices, names, descriptions and pictures beside them, or as the rest of what it shows says.
 */
import type { RelatedPartsBody } from '#contract/related-parts.ts';
import type { ShopTable } from '#contract/table.ts';
import { jsonWithStock } from '#contract/units-for-sale.ts';
import { type Shown, STEADY, shownByName, type UnitsForSale } from '#server/platform/cache/shown.ts';

type WithId = { readonly _id: string };
type OfAnyPart = Pick<typeof STEADY, 'availability' | 'prices' | 'words'>;

const ITS_OWN: OfAnyPart = { availability: false, prices: false, words: false };
const of = (parts: readonly WithId[], ofAnyPart: OfAnyPart): Shown => ({
  ...STEADY,
  ...ofAnyPart,
  partIds: parts.map(({ _id }) => Number(_id)),
});
const steady = () => STEADY;

/** What each shows. Where only numbers of units change, the answer is the same but for them (`jsonRestocked`). */
export const shownByAnswers = shownByName<ShopTable>({
  partsList: (parts, query) =>
    of(parts, { availability: isByAvailability(query), prices: isByPrice(query), words: isByWords(query) }),
  partsGet: (part) => of([part], ITS_OWN),
  cataloguePart: (part) => of([part], ITS_OWN),
  // Parts that can be ordered now come first, and of these the cheap ones.
  partsRelated: (related) => of(mentionedIn(related), { availability: true, prices: true, words: false }),
  // One of the facets counts what is in stock, another tells from what price on.
  searchParts: ({ parts, facets }, query) =>
    of(parts, {
      availability: true,
      prices: facets !== null || isByPrice(query),
      words: isByWords(query),
    }),
  searchSuggest: () => ({ ...STEADY, words: true }),
  partsFitments: steady,
  catalogueGet: steady,
  categoriesList: steady,
  partTypeGet: steady,
  brandsList: steady,
  brandGet: steady,
  kindsList: steady,
  makeGet: steady,
  modelGet: steady,
  reviewsList: (reviews) => ({
    ...STEADY,
    reviews: true,
    named: reviews.flatMap(({ part, partId }) => (part === null ? [] : [Number(partId)])),
  }),
  partsRating: () => ({ ...STEADY, reviews: true }),
  shopGet: steady,
});

/** An answer of one of these operations, with these numbers of units. What else follows from them, availability covers. */
export const jsonRestocked = (json: string, units: UnitsForSale): string =>
  jsonWithStock(JSON.parse(json), (partId, stock) => units.get(Number(partId)) ?? stock);

const isByAvailability = (query: unknown): boolean => asked(query, 'inStock') !== undefined;

const isByPrice = (query: unknown): boolean =>
  ['priceFrom', 'priceTo'].some((name) => asked(query, name) !== undefined) ||
  String(asked(query, 'sort')).endsWith('price');

const isByWords = (query: unknown): boolean =>
  (asked(query, 'q') ?? '') !== '' || asked(query, 'sort') === 'name';

function asked(query: unknown, name: string): unknown {
  return typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
}

function mentionedIn({ supersession, alternatives, goesWith }: RelatedPartsBody): WithId[] {
  const numbers = [...supersession.replacedBy.flat(), ...supersession.circle, ...supersession.replaces];
  return [
    ...numbers.flatMap(({ part }) => (part === null ? [] : [part])),
    ...alternatives.flatMap(({ parts }) => parts),
    ...goesWith.flatMap(({ parts }) => parts),
  ];
}
