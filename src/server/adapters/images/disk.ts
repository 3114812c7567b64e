/** Pictures in a folder of this machine. */
import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ImageStore } from '#server/images/image-store.ts';
import { replaceFile } from '#server/platform/replace-file.ts';

/** The type of a kept picture is told by the end of its key. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

// Without a dot but the one before the ending, no key leads out of the folder or to a hidden file.
const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.([a-z0-9]+)$/;
const MAX_KEY_LENGTH = 200;

/** Keeps pictures as files below `dir`, which is made when it is missing. */
export function diskImages(dir: string): ImageStore {
  const root = resolve(dir);
  const locate = (key: string) => {
    const ending = key.length > MAX_KEY_LENGTH ? undefined : KEY.exec(key)?.[1];
    const contentType = ending === undefined ? undefined : CONTENT_TYPES[ending];
    return contentType === undefined ? undefined : { path: join(root, key), contentType };
  };

  return {
    async put(key, bytes, contentType) {
      const place = locate(key);
      if (place?.contentType !== contentType) throw new Error(`no key for ${contentType}: ${key}`);
      await mkdir(dirname(place.path), { recursive: true });
      await replaceFile(place.path, bytes);
    },
    async get(key) {
      const place = locate(key);
      if (place === undefined) return null;
      const bytes = await unlessMissing(readFile(place.path));
      return bytes && { bytes, contentType: place.contentType };
    },
    async open(key) {
      const place = locate(key);
      if (place === undefined) return null;
      const file = await unlessMissing(stat(place.path));
      if (file === null || !file.isFile()) return null;
      return {
        contentType: place.contentType,
        sizeBytes: file.size,
        read: () => Readable.toWeb(createReadStream(place.path)),
      };
    },
  };
}

/** What a file operation gives; null when there is no such file. */
async function unlessMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}
