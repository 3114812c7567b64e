/**
 * What a page of the catalogue is to show. It is told by the layout around it and not by the router, which knows the page that
 * is open: others are laid out beside it.
 */
import { searchText } from '#web/addresses/search-params.ts';
import type { CatalogueSearch } from './catalogue-search.ts';

export type PartAddress = {
  /** The brand's slug. */
  readonly brand: string;
  /** The maker's number in any form. */
  readonly partNumber: string;
  /** The old number by which somebody was led here. */
  readonly was?: string | undefined;
};

/** Reads what of a part's address stands in its query string. */
export function partSearch(search: Record<string, unknown>): Pick<PartAddress, 'was'> {
  const was = searchText(search.was, 60);
  return was === undefined ? {} : { was };
}

/** Either of them. */
export type CataloguePage = {
  readonly list?: CatalogueSearch | undefined;
  readonly part?: PartAddress | undefined;
};

/** A route's component is typed without props; the layout gives it this one. A context would have all in it looked through. */
export type Shows<Page> = { readonly shown?: Page };

/** @throws Error where the page was rendered by somebody else than the layout */
export function shownBy<Page>({ shown }: Shows<Page>): Page {
  if (shown === undefined) throw new Error('Nobody said what this page shows');
  return shown;
}
