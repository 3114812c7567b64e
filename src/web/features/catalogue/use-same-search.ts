/** What the list is narrowed to, as an object that changes only with what it says. */
import { useMemo } from 'react';
import { stringifySearch } from '#web/addresses/search-params.ts';
import type { CatalogueSearch } from './catalogue-search.ts';

/** The same object as before where it says the same, so that what is made of it is not made again. */
export function useSameSearch<Search extends CatalogueSearch | undefined>(search: Search): Search {
  const address = search && stringifySearch(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all that it says
  return useMemo(() => search, [address]);
}
