/** Parts of a page whose script comes when they are first wanted. */
import { useEffect, useState } from 'react';
import { patientImport } from './patient-import.ts';

/** A module on demand: made once, beside the component that uses it. */
export type Chunk<Module> = {
  /** Fails with a `ChunkLoadError` after 120 s or when the network does; to call it again is to try again. */
  load(): Promise<void>;
  /** Once it is there. */
  module?: Module;
};

export function chunk<Module>(load: () => Promise<Module>): Chunk<Module> {
  const made: Chunk<Module> = {
    async load() {
      made.module = await patientImport(load);
    },
  };
  return made;
}

export type ChunkState<Module> =
  | { readonly status: 'waiting' }
  | { readonly status: 'ready'; readonly module: Module }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void };

/**
 * Loads a chunk as soon as it is wanted. One that fails, or takes over 120 s, is a state of this place alone: the page
 * around it stays as it is, with all that was typed, and `retry` tries again. (React's own `lazy` takes the page away, and
 * never asks a second time.)
 */
export function useChunk<Module>(of: Chunk<Module>, isWanted = true): ChunkState<Module> {
  const [failure, setFailure] = useState<string>();
  const [, setLoaded] = useState(of.module !== undefined);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads anew
  useEffect(() => {
    if (!isWanted) return undefined;
    if (of.module !== undefined) {
      // It may have come since this was rendered, for somebody else.
      setLoaded(true);
      return undefined;
    }
    let isCurrent = true;
    of.load().then(
      () => {
        if (isCurrent) setLoaded(true);
      },
      (error: unknown) => {
        if (isCurrent) setFailure(error instanceof Error ? error.message : 'It could not be loaded');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [of, isWanted, tries]);
  if (of.module !== undefined) return { status: 'ready', module: of.module };
  if (failure === undefined) return { status: 'waiting' };
  return {
    status: 'failed',
    message: failure,
    retry: () => {
      setFailure(undefined);
      setTries(tries + 1);
    },
  };
}
