/**
 * What public answers tell of stock, so that they can be kept until it changes. An operation that is not here may show
 * anything, and is kept until anything at all has changed; so no operation's answer is kept too long for having been forgotten.
 * One that is here tells units for sale as the `stock` of a part with its `_id`, and nowhere else (`jsonWithStock`).
 */
import type { RelatedPartsBody } from '#contract/related-parts.ts';
import type { ShopTable } from '#contract/table.ts';
import { jsonWithStock } from '#contract/units-for-sale.ts';
import { NO_STOCK, type Shown, type ShownBy, type UnitsForSale } from '#server/platform/cache/shown.ts';

type WithId = { readonly _id: string };

const of = (parts: readonly WithId[], availability: boolean): Shown => ({
  partIds: parts.map(({ _id }) => Number(_id)),
  availability,
});
const noStock = () => NO_STOCK;

/** What each shows. Where only numbers of units change, the answer is the same but for them (`jsonRestocked`). */
export const shownStock: ShownBy<ShopTable> = {
  partsList: (parts, query) => of(parts, isByAvailability(query)),
  partsGet: (part) => of([part], false),
  cataloguePart: (part) => of([part], false),
  // Parts that can be ordered now come first.
  partsRelated: (related) => of(mentionedIn(related), true),
  // One of the facets counts what is in stock.
  searchParts: ({ parts }) => of(parts, true),
  searchSuggest: noStock,
  partsFitments: noStock,
  catalogueGet: noStock,
  categoriesList: noStock,
  partTypeGet: noStock,
  brandsList: noStock,
  brandGet: noStock,
  makeGet: noStock,
  modelGet: noStock,
  reviewsList: noStock,
  partsRating: noStock,
  shopGet: noStock,
};

/** An answer of one of these operations, with these numbers of units. What else follows from them, availability covers. */
export const jsonRestocked = (json: string, units: UnitsForSale): string =>
  jsonWithStock(JSON.parse(json), (partId, stock) => units.get(Number(partId)) ?? stock);

function isByAvailability(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'inStock' in query && query.inStock !== undefined;
}

function mentionedIn({ supersession, alternatives, goesWith }: RelatedPartsBody): WithId[] {
  const numbers = [...supersession.replacedBy.flat(), ...supersession.circle, ...supersession.replaces];
  return [
    ...numbers.flatMap(({ part }) => (part === null ? [] : [part])),
    ...alternatives.flatMap(({ parts }) => parts),
    ...goesWith.flatMap(({ parts }) => parts),
  ];
}
