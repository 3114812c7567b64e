/** The catalogue list; everything that it shows is in its address. */
import { createFileRoute } from '@tanstack/react-router';
import { searchText, searchWord } from '#web/search-params.ts';

/** What the catalogue is narrowed to, as it stands in the address. */
export type CatalogueSearch = {
  readonly q?: string;
  readonly brand?: string;
  readonly type?: string;
  readonly kind?: 'car' | 'truck' | 'motorcycle';
  readonly cursor?: string;
};

function catalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const q = searchText(search.q, 200);
  const brand = searchText(search.brand, 100);
  const type = searchText(search.type, 100);
  const kind = searchWord(search.kind, ['car', 'truck', 'motorcycle']);
  const cursor = searchText(search.cursor, 300);
  return {
    ...(q !== undefined && { q }),
    ...(brand !== undefined && { brand }),
    ...(type !== undefined && { type }),
    ...(kind !== undefined && { kind }),
    ...(cursor !== undefined && { cursor }),
  };
}

export const Route = createFileRoute('/catalogue')({
  validateSearch: catalogueSearch,
  component: () => <div className="wrap">Catalogue</div>,
});
