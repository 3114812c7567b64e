/** The catalogue's operations. */

import type { catalogue } from '#contract/catalogue.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import type { relatedParts as relating } from '#contract/related-parts.ts';
import type { search as searching } from '#contract/search.ts';
import type { shelves } from '#contract/shelves.ts';
import { isRefusal, refuse, refuseWith } from '#domain/refusal.ts';
import { findPart, findPartByNumber, listFitments } from '#server/read-models/parts.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { type ListDeps, partsPage } from './list-parts.ts';
import { fitmentBody, partDetailBody } from './part-body.ts';
import { relatedParts, replacementsOf } from './related-parts.ts';
import { addPart, changePart, removePart } from './save-part.ts';
import { searchParts } from './search.ts';
import { openShelves, type ShelfDeps, shelfHandlers } from './shelf-handlers.ts';
import { suggest } from './suggest.ts';

type Deps = Pick<ShopDeps, 'databases' | 'exchange' | 'now'> & Pick<ListDeps, 'lexicon'> & ShelfDeps;
type Operations = typeof searching &
  typeof shelves &
  typeof relating &
  Omit<typeof catalogue, 'stockAdjust' | 'stockMovements' | 'imagesUpload'>;

export function catalogueHandlers(deps: Deps): Handlers<Operations, ShopCallers> {
  const { read, write } = deps.databases;
  const shelves = openShelves(deps);
  return {
    partsList: ({ query }) => partsPage(deps, query),
    partsGet: async ({ params, caller }) => {
      // An admin may have just saved the part: their own change is in the next answer.
      const row = await findPart(caller?.role === 'admin' ? write : read, Number(params.partsId));
      return row === undefined || row.archived ? refuse('NOT_FOUND') : partDetailBody(row, deps.exchange);
    },
    partsFitments: async ({ params }) => {
      const row = await findPart(read, Number(params.partsId));
      if (row === undefined || row.archived) return refuse('NOT_FOUND');
      return (await listFitments(read, row.id)).map(fitmentBody);
    },
    ...shelfHandlers(shelves),
    cataloguePart: async ({ params }) => {
      const row = await findPartByNumber(read, params.brand, params.partNumber);
      if (row !== undefined) return partDetailBody(row, deps.exchange);
      const replacedBy = await replacementsOf(read, params.brand, params.partNumber, deps.exchange);
      return replacedBy.length === 0 ? refuse('NOT_FOUND') : refuseWith('PART_REPLACED', { replacedBy });
    },
    partsRelated: async ({ params }) => {
      const row = await findPart(read, Number(params.partsId));
      if (row === undefined || row.archived) return refuse('NOT_FOUND');
      return relatedParts(read, row, deps.exchange);
    },
    searchParts: ({ query }) => searchParts({ ...deps, shelves }, query),
    searchSuggest: ({ query }) => suggest(deps, query),
    partsCreate: ({ body, caller, idempotencyKey, audit }) =>
      addPart(deps, caller, body, idempotencyKey, audit),
    partsUpdate: async ({ params, body, audit }) => {
      const changed = await changePart(deps, Number(params.id), body, audit);
      if (isRefusal(changed)) return changed;
      const row = await findPart(write, Number(params.id));
      return row === undefined ? refuse('NOT_FOUND') : partDetailBody(row, deps.exchange);
    },
    partsDelete: ({ params, audit }) => removePart(deps, Number(params.id), audit),
  };
}
