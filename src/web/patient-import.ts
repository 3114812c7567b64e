/** Chunks of script that load on demand, with a limit to the reader's patience. */

/** How long a chunk may take before the reader is offered another try. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the page could not be loaded: the network failed, it took too long, or the shop was updated meanwhile. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Browsers name the module that they could not fetch. */
const ADDRESS = /https?:\/\/\S+\.js/;
/** How often a module could not be fetched, by its address. */
const failures = new Map<string, number>();
/** What was asked for again, and has not failed. */
const askedAgain = new Map<string, Promise<unknown>>();

/**
 * Some browsers remember that a module could not be fetched, and never ask for it again; under another address they do. Whoever
 * asks meanwhile or later is given the same, so that there is one of it.
 */
async function fetchModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = error instanceof Error ? ADDRESS.exec(error.message)?.[0] : undefined;
    if (address === undefined) throw error;
    const failed = failures.get(address) ?? 0;
    failures.set(address, failed + 1);
    if (failed === 0) throw error;
    const again = askedAgain.get(address) ?? import(/* @vite-ignore */ `${address}?again=${failed}`);
    askedAgain.set(address, again);
    try {
      return (await again) as Module;
    } catch (failure) {
      askedAgain.delete(address);
      throw failure;
    }
  }
}

/**
 * Loads a module, or fails with a `ChunkLoadError` after 120 s or when the network does. Calling again tries again.
 */
export function patientImport<Module>(
  load: () => Promise<Module>,
  timeoutMs = CHUNK_TIMEOUT_MS,
): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('It took too long to load')), timeoutMs);
    fetchModule(load).then(
      (module) => {
        clearTimeout(timer);
        resolve(module);
      },
      (cause: unknown) => {
        clearTimeout(timer);
        reject(new ChunkLoadError('It could not be loaded', { cause }));
      },
    );
  });
}

/**
 * Imports what is asked for again and again once: from then on it is there, while even an import of what is there already is answered
 * some tasks later.
 */
export function importOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
