/** The pages of the shop: where parts are looked for and looked at. */
import { type RegisteredRouter, type RouteIds, useRouterState } from '@tanstack/react-router';

type PageId = RouteIds<RegisteredRouter['routeTree']>;

const SHOP_PAGES: ReadonlySet<string> = new Set<PageId>([
  '/',
  '/catalogue',
  '/catalogue/$brand/$partNumber',
  '/catalogue/$brand',
  '/catalogue/brands',
  '/catalogue/categories',
  '/catalogue/categories/$slug',
  '/catalogue/compare',
  '/catalogue/vehicles',
  '/catalogue/vehicles/$kind',
  '/catalogue/vehicles/$kind/$make',
  '/catalogue/vehicles/$kind/$make/$model',
  '/catalogue/vehicles/$kind/$make/$model/$year',
  '/parts/$partsId',
]);

/** Where the reader is, if that is a page of the shop. */
export function useShopPage(): string | undefined {
  const page = useRouterState({ select: (state) => state.matches.at(-1)?.routeId });
  return page !== undefined && SHOP_PAGES.has(page) ? page : undefined;
}
