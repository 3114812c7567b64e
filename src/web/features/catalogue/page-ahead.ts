/** The pages of the catalogue that the reader may open next: the list and the part that they pointed at last. */
import { createAtom, useSelector } from '@tanstack/react-store';
import type { CatalogueSearch } from './catalogue-search.ts';
import type { CataloguePage, PartAddress } from './shown-page.ts';

/** None is null: an atom can't be made undefined again. */
const expected = createAtom<CataloguePage | null>(null);
let isLaidOutByAnyone = false;

const listOf = (page: CataloguePage | null) => page?.list;
const partOf = (page: CataloguePage | null) => page?.part;

export const pageAhead = {
  /** From now on somebody lays out what is expected; answers how to end that. */
  layOut(): () => void {
    isLaidOutByAnyone = true;
    return () => {
      isLaidOutByAnyone = false;
      expected.set(null);
    };
  },
  /** To be told when what the page shows is there. */
  expect(page: CataloguePage): void {
    // What was pointed at on other pages is not where somebody goes who comes here later.
    if (isLaidOutByAnyone) expected.set({ ...expected.get(), ...page });
  },
  useList: (): CatalogueSearch | undefined => useSelector(expected, listOf),
  usePart: (): PartAddress | undefined => useSelector(expected, partOf),
};
