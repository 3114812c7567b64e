/** The parts that this browser's reader has chosen to compare, in the order of choosing. No server knows of them. */
import { keptInBrowser, useKept } from '#web/kept-in-browser.ts';
import { COMPARED_AT_MOST } from './compare-search.ts';
import { type KeptPart, keptPart, NO_PARTS, parseKeptParts } from './kept-part.ts';

const shelf = keptInBrowser({
  key: 'mainshaft.comparedParts',
  none: NO_PARTS,
  parse: (text) => parseKeptParts(text, COMPARED_AT_MOST),
});

/** The chosen parts; none on the server, and in the first moment in the browser. */
export function useComparedParts(): readonly KeptPart[] {
  return useKept(shelf);
}

/** Chooses a part, or takes it back; false where there are as many as can be compared already. */
export function toggleCompared(part: KeptPart): boolean {
  const parts = shelf.current();
  const others = without(parts, part);
  if (others.length < parts.length) keepCompared(others);
  else if (parts.length < COMPARED_AT_MOST) keepCompared([...parts, keptPart(part)]);
  else return false;
  return true;
}

/** Takes away the part at this place of the catalogue, where it is chosen. */
export function removeCompared(part: Pick<KeptPart, 'brandSlug' | 'partNumberSlug'>): void {
  keepCompared(without(shelf.current(), part));
}

/** Has these parts chosen instead of those that were. */
export function keepCompared(parts: readonly KeptPart[]): void {
  shelf.change(() => parts);
}

function without(
  parts: readonly KeptPart[],
  { brandSlug, partNumberSlug }: Pick<KeptPart, 'brandSlug' | 'partNumberSlug'>,
): readonly KeptPart[] {
  return parts.filter((part) => part.brandSlug !== brandSlug || part.partNumberSlug !== partNumberSlug);
}
