/** Parts of a page whose script comes before they are wanted: apart from `use-chunk.ts`, which every page has. */
import { useEffect } from 'react';
import type { Chunk } from './use-chunk.ts';

/** How long a browser is given to come to rest that tells nobody when it has. */
const REST_MS = 1_000;

/** Loads a chunk that is likely to be wanted, when the browser has nothing else to do. What fails is loaded again when it is wanted. */
export function useExpected<Module>(of: Chunk<Module>): void {
  useEffect(() => {
    if (of.module !== undefined) return undefined;
    const load = () => of.load().catch(() => undefined);
    // Safari tells nobody.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(load, REST_MS);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(load);
    return () => cancelIdleCallback(idle);
  }, [of]);
}
