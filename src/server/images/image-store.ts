/**
 * The port to where pictures are kept. What is under a key never changes, so that it may be cached for ever; putting the
 * same bytes again does nothing new.
 */
import type { ReadableStream } from 'node:stream/web';

export type StoredImage = {
  readonly bytes: Uint8Array;
  readonly contentType: string;
};

/** A kept picture that is sent as it is read. */
export type OpenedImage = {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Starts to read; where it isn't called, nothing is held open. */
  read(): ReadableStream<Uint8Array>;
};

/** Keys are relative paths of lower-case letters, digits, `-` and `_`, such as `3f…9a/960.webp`. */
export type ImageStore = {
  /** Keeps these bytes; done when they will survive a crash. Throws for a key that is none. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** What is kept under this key; null when there is nothing, or the key is none. */
  get(key: string): Promise<StoredImage | null>;
  /** The same without reading it yet. */
  open(key: string): Promise<OpenedImage | null>;
};
