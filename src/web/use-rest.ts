/** What stands below the first screen of a page that somebody goes to: shown a moment after the screen itself. */
import { startTransition, useEffect, useState } from 'react';
import { behindFrame } from './behind-frame.ts';
import { useCameAhead } from './ui/laid-out.tsx';
import { isOnward } from './ways.ts';

/**
 * Whether to render what stands below the first screen. At once in a page that the server sends and on the way back, where
 * the page may stand anywhere; on the way onward, and in a page that is laid out ahead, as soon as the rest has been painted.
 * It does not go again: what stands there may have been scrolled to.
 */
export function useRest(): boolean {
  const isAhead = useCameAhead();
  const [hasRest, setHasRest] = useState(() => !isAhead && !isOnward());
  useEffect(
    () => (hasRest ? undefined : behindFrame(() => startTransition(() => setHasRest(true)))),
    [hasRest],
  );
  return hasRest;
}
