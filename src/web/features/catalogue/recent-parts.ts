/** The parts that were looked at in this browser, newest first. No server knows of them. */
import { useEffect } from 'react';
import { keptInBrowser, useKept } from '#web/kept-in-browser.ts';
import { behindFrame } from '#web/navigation/behind-frame.ts';
import { type KeptPart, keptPart, NO_PARTS, parseKeptParts } from './kept-part.ts';

/** The one that is looked at, and six others. */
export const RECENT_AT_MOST = 7;

const shelf = keptInBrowser({
  key: 'mainshaft.recentParts',
  none: NO_PARTS,
  parse: (text) => parseKeptParts(text, RECENT_AT_MOST),
});

/** The list with this part at its head. */
export function withPart(parts: readonly KeptPart[], part: KeptPart): readonly KeptPart[] {
  return [keptPart(part), ...parts.filter(({ _id }) => _id !== part._id)].slice(0, RECENT_AT_MOST);
}

/** Keeps that this part is looked at, as soon as its page has been painted. */
export function useLookingAt(part: KeptPart, isOpen: boolean): void {
  useEffect(
    () => (isOpen ? behindFrame(() => shelf.change((kept) => withPart(kept, part))) : undefined),
    [part, isOpen],
  );
}

/** Six at most that were looked at before; without the one that is looked at now. */
export function useRecentParts(now?: KeptPart): readonly KeptPart[] {
  return useKept(shelf)
    .filter(({ _id }) => _id !== now?._id)
    .slice(0, RECENT_AT_MOST - 1);
}
