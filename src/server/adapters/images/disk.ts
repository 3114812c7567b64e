/** Pictures in a folder of this machine. */
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { contentTypeOfKey, requireKey } from '#server/images/image-key.ts';
import type { ImageStore } from '#server/images/image-store.ts';
import { replaceFile } from '#server/platform/replace-file.ts';

/** Keeps pictures as files below `dir`, which is made when it is missing. */
export function diskImages(dir: string): ImageStore {
  const root = resolve(dir);
  const locate = (key: string) => {
    const contentType = contentTypeOfKey(key);
    return contentType === undefined ? undefined : { path: join(root, key), contentType };
  };

  return {
    async put(key, bytes, contentType) {
      requireKey(key, contentType);
      const path = join(root, key);
      await mkdir(dirname(path), { recursive: true });
      await replaceFile(path, bytes);
    },
    async stat(key) {
      const place = locate(key);
      if (place === undefined) return null;
      const file = await unlessMissing(stat(place.path));
      return file?.isFile() === true ? { contentType: place.contentType, sizeBytes: file.size } : null;
    },
    async open(key) {
      const place = locate(key);
      if (place === undefined) return null;
      const file = await unlessMissing(open(place.path));
      if (file === null) return null;
      const found = await file.stat();
      if (!found.isFile()) {
        await file.close();
        return null;
      }
      return {
        contentType: place.contentType,
        sizeBytes: found.size,
        // Closes the file at its end, and when nobody wants the rest.
        body: Readable.toWeb(file.createReadStream()),
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
