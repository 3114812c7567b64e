/** The list that the reader points at and may open next. */
import { useSyncExternalStore } from 'react';
import type { CatalogueSearch } from './catalogue-search.ts';

let expected: CatalogueSearch | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const listAhead = {
  /** To be told when what the list shows is there; undefined where it is not likely any more. */
  expect(search: CatalogueSearch | undefined): void {
    // Pages are rendered for many at once, and none of them points at anything.
    if (import.meta.env.SSR || search === expected) return;
    expected = search;
    for (const listener of listeners) listener();
  },
  useExpected: (): CatalogueSearch | undefined =>
    useSyncExternalStore(
      subscribe,
      () => expected,
      () => undefined,
    ),
};
