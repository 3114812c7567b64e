/** Which page of the catalogue an address leads to. */
import type { AnyRouter } from '@tanstack/react-router';
import { parseSearch } from '#web/addresses/search-params.ts';
import { catalogueSearch } from './catalogue-search.ts';
import { type CataloguePage, partSearch } from './shown-page.ts';

/** By these names the router knows them. */
export const LIST_ROUTE = '/_browsing/catalogue';
export const PART_ROUTE = '/_browsing/catalogue/$brand/$partNumber';

/** As the router would read it; none where it leads elsewhere. */
export function pageAt(
  router: AnyRouter,
  { pathname, search }: { readonly pathname: string; readonly search: string },
): CataloguePage {
  const [, params, route] = router.getMatchedRoutes(pathname);
  if (route?.id === LIST_ROUTE) return { list: catalogueSearch(parseSearch(search)) };
  const { brand, partNumber } = params;
  if (route?.id !== PART_ROUTE || brand === undefined || partNumber === undefined) return {};
  return { part: { brand, partNumber, ...partSearch(parseSearch(search)) } };
}
