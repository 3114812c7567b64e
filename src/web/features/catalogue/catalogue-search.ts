/** What the catalogue is narrowed to, as it stands in the address. */
import { searchText, searchWord } from '#web/search-params.ts';

export type CatalogueSearch = {
  readonly q?: string | undefined;
  readonly brand?: string | undefined;
  readonly type?: string | undefined;
  readonly kind?: 'car' | 'truck' | 'motorcycle' | undefined;
  readonly cursor?: string | undefined;
};

/** Reads it from a query string; what makes no sense is left out. */
export function catalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  return {
    q: searchText(search.q, 200),
    brand: searchText(search.brand, 100),
    type: searchText(search.type, 100),
    kind: searchWord(search.kind, ['car', 'truck', 'motorcycle']),
    cursor: searchText(search.cursor, 300),
  };
}
