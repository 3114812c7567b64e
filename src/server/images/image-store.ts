/**
 * The port to where pictures are kept. What is under a key never changes, so that it may be cached for ever; putting the
 * same bytes again does nothing new.
 */
import type { ReadableStream } from 'node:stream/web';

/** What is known of a kept picture without reading it. */
export type KeptImage = {
  readonly contentType: string;
  readonly sizeBytes: number;
};

/** A kept picture that is sent as it is read. */
export type OpenedImage = KeptImage & {
  /** To be read to its end or cancelled; until then something is held open. */
  readonly body: ReadableStream<Uint8Array>;
};

/**
 * Keys are relative paths of lower-case letters, digits, `-` and `_`, such as `3f…9a/960.webp` (`image-key.ts`).
 *
 * Each function throws an outage where the place cannot be reached or does not do its work.
 */
export type ImageStore = {
  /** Keeps these bytes; done when they will survive a crash. Throws for a key that is none. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** What is kept under this key; null when there is nothing, or the key is none. */
  stat(key: string): Promise<KeptImage | null>;
  /** The same, begun to be read. */
  open(key: string): Promise<OpenedImage | null>;
};
