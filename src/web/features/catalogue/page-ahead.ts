/** The page of the catalogue that the reader points at and may open next. */
import { useSyncExternalStore } from 'react';
import type { CatalogueSearch } from './catalogue-search.ts';
import type { CataloguePage, PartAddress } from './shown-page.ts';

let expected: CataloguePage | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const listOf = () => expected?.list;
const partOf = () => expected?.part;
const none = () => undefined;

export const pageAhead = {
  /** To be told when what the page shows is there; undefined where none is likely any more. */
  expect(page: CataloguePage | undefined): void {
    // Where nobody would lay it out (on other pages, and on the server) it would be forgotten there.
    if (listeners.size === 0) return;
    expected = page;
    for (const listener of listeners) listener();
  },
  useList: (): CatalogueSearch | undefined => useSyncExternalStore(subscribe, listOf, none),
  usePart: (): PartAddress | undefined => useSyncExternalStore(subscribe, partOf, none),
};
