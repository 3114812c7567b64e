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

/** Some browsers remember that a module could not be fetched, and never ask for it again; under another address they do. */
async function fetchAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = error instanceof Error ? ADDRESS.exec(error.message)?.[0] : undefined;
    if (address === undefined) throw error;
    const before = failures.get(address) ?? 0;
    failures.set(address, before + 1);
    if (before === 0) throw error;
    return await import(/* @vite-ignore */ `${address}?again=${before}`);
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
    fetchAgain(load).then(
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
