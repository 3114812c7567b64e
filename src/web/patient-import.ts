/** Chunks of script that load on demand, with a limit to the reader's patience. */

/** How long a chunk may take before the reader is offered another try. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the page could not be loaded: the network failed, it took too long, or the shop was updated meanwhile. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
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
    load().then(
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
