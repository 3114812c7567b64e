/** The pages of the shop: where parts are looked for and looked at. */
import { type RegisteredRouter, useRouterState } from '@tanstack/react-router';

type Page = keyof RegisteredRouter['routesByPath'];

const SHOP_PAGES: ReadonlySet<string> = new Set<Page>([
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
  // Where there is no page, the root alone is there, which has the address of home.
  const page = useRouterState({
    select: ({ matches }) => (matches.length > 1 ? matches.at(-1)?.fullPath : undefined),
  });
  return page !== undefined && SHOP_PAGES.has(page) ? page : undefined;
}
