/** Which page of the catalogue an address leads to. */
import type { AnyRouter } from '@tanstack/react-router';
import { parseSearch } from '#web/addresses/search-params.ts';
import { catalogueSearch } from './catalogue-search.ts';
import { type CataloguePage, partSearch } from './shown-page.ts';

export const LIST = '/_browsing/catalogue';
export const PART = '/_browsing/catalogue/$brand/$partNumber';

/** As the router would read it; none where it leads elsewhere. */
export function pageAt(
  router: AnyRouter,
  { pathname, search }: { readonly pathname: string; readonly search: string },
): CataloguePage {
  const [, params, route] = router.getMatchedRoutes(pathname);
  if (route?.id === LIST) return { list: catalogueSearch(parseSearch(search)) };
  const { brand, partNumber } = params;
  if (route?.id !== PART || brand === undefined || partNumber === undefined) return {};
  return { part: { brand, partNumber, ...partSearch(parseSearch(search)) } };
}
