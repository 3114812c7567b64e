/** The places where pictures are kept, opened for the tests that hold for each of them. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { diskImages } from '#server/adapters/images/disk.ts';
import { openS3Images } from '#server/adapters/images/s3.ts';
import type { ImageStore } from '#server/images/image-store.ts';
import { openTestBucket } from './bucket-fixture.ts';

export type OpenPlace = {
  readonly store: ImageStore;
  /** The keys of all that is kept. */
  keys(): Promise<readonly string[]>;
  /** Takes something away behind the store's back. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
};

async function openDisk(): Promise<OpenPlace> {
  const dir = await mkdtemp(join(tmpdir(), 'images-'));
  return {
    store: diskImages(dir),
    async keys() {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
        .toSorted();
    },
    remove: (key) => rm(join(dir, key)),
    close: () => rm(dir, { recursive: true }),
  };
}

async function openBucket(): Promise<OpenPlace> {
  const bucket = await openTestBucket();
  const store = await openS3Images(bucket.settings);
  return {
    store,
    keys: () => bucket.keys(),
    remove: (key) => bucket.remove(key),
    async close() {
      store.close();
      await bucket.close();
    },
  };
}

export const PLACES: readonly (readonly [name: string, open: () => Promise<OpenPlace>])[] = [
  ['the disk', openDisk],
  ['a bucket', openBucket],
];

/** All of what is kept under a key; null where there is nothing. */
export async function readAll(store: ImageStore, key: string) {
  const opened = await store.open(key);
  if (opened === null) return null;
  const { body, ...kept } = opened;
  return { ...kept, bytes: Buffer.from(await new Response(body).arrayBuffer()) };
}
