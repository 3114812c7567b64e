/** What stands below the first screen of a page that somebody goes to: shown a moment after the screen itself. */
import { startTransition, useEffect, useState } from 'react';
import { behindFrame } from './behind-frame.ts';
import { useCameAhead } from './ui/laid-out.tsx';

/** Whether the reader is on the way to another page by something they pressed, which begins at its top. */
let isOnward = false;

/** Tells the way onward from the way back. To be called once, in the browser. */
export function noteWays(): void {
  addEventListener('click', () => (isOnward = true), { capture: true });
  addEventListener('keydown', () => (isOnward = true), { capture: true });
  addEventListener('popstate', () => (isOnward = false), { capture: true });
}

/**
 * Whether to render what stands below the first screen. At once in a page that the server sends and on the way back, where
 * the page may stand anywhere; on the way onward, and in a page that is laid out ahead, as soon as the rest has been painted.
 *
 * @param page what the page shows; another one is another first screen
 */
export function useRest(page: unknown): boolean {
  const isAhead = useCameAhead();
  const isLater = isOnward || isAhead;
  const [shown, setShown] = useState(() => (isLater ? undefined : { page }));
  const isShown = shown?.page === page || !isLater;
  useEffect(() => {
    if (isShown) {
      setShown((now) => (now?.page === page ? now : { page }));
      return undefined;
    }
    return behindFrame(() => startTransition(() => setShown({ page })));
  }, [page, isShown]);
  return isShown;
}
