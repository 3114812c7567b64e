/** Parts of a page whose script comes before they are wanted: apart from `use-chunk.ts`, which every page has. */
import { useEffect } from 'react';
import { patientImport } from './patient-import.ts';
import type { Chunk } from './use-chunk.ts';

/** When there is no moment without work to be told of. */
const LATER_MS = 1_000;

/** Loads a chunk that is likely to be wanted, when the browser has nothing else to do. What fails is loaded again when it is wanted. */
export function useExpected<Module>(of: Chunk<Module>): void {
  useEffect(() => {
    const load = () =>
      patientImport(of.load).then(
        (module) => {
          of.module = module;
        },
        () => undefined,
      );
    // Safari tells nobody when it is idle.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(load, LATER_MS);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(load);
    return () => cancelIdleCallback(idle);
  }, [of]);
}
