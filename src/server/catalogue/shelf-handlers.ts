/** The operations that tell what the catalogue holds. */
import type { catalogue } from '#contract/catalogue.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import type { shelves as shelfOperations } from '#contract/shelves.ts';
import { refuse } from '#domain/refusal.ts';
import { countShelves } from '#server/read-models/shelf-counts.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { type KeptShelves, keptShelves } from './kept-shelves.ts';
import { arrangeShelves } from './shelves.ts';

type Operations = typeof shelfOperations & Pick<typeof catalogue, 'catalogueGet'>;

export type ShelfDeps = Pick<ShopDeps, 'databases'> & {
  /** Another number as soon as anything has changed but stock, prices, what is said of parts, and reviews. */
  readonly shelvesVersion: () => Promise<number>;
};

/** The shelves of a shop, counted at first use. */
export const openShelves = ({ databases, shelvesVersion }: ShelfDeps): KeptShelves =>
  keptShelves(
    async () => arrangeShelves(await countShelves(databases.read)),
    shelvesVersion,
    () => performance.now(),
  );

export function shelfHandlers(shelves: KeptShelves): Handlers<Operations, ShopCallers> {
  return {
    catalogueGet: async () => (await shelves.read()).catalogue,
    categoriesList: async () => (await shelves.read()).categories,
    partTypeGet: async ({ params }) => (await shelves.read()).types.get(params.type) ?? refuse('NOT_FOUND'),
    brandsList: async () => (await shelves.read()).catalogue.brands,
    kindsList: async () => (await shelves.read()).catalogue.kinds,
    brandGet: async ({ params }) => {
      const slug = params.brand.toLowerCase();
      return (await shelves.read()).brands.find((brand) => brand.slug === slug) ?? refuse('NOT_FOUND');
    },
  };
}
