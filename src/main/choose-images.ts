/** Where this shop keeps its pictures: on its disk, in a bucket, or at an image host. One of them, by configuration. */
import { join } from 'node:path';
import { diskImages } from '#server/adapters/images/disk.ts';
import { hostedPictures } from '#server/adapters/images/host.ts';
import { openS3Images } from '#server/adapters/images/s3.ts';
import type { ImageStore } from '#server/images/image-store.ts';
import { keepInSizes } from '#server/images/keep-sizes.ts';
import type { PictureKeeper } from '#server/images/picture-keeper.ts';
import type { ImagePlace } from '#server/platform/config-images.ts';
import type { Log } from '#server/platform/log.ts';

export type ShopImages = {
  readonly keeper: PictureKeeper;
  /** What `/media` sends. */
  readonly kept: Pick<ImageStore, 'open' | 'stat'>;
  close(): void;
};

/**
 * Opens the place of the pictures.
 *
 * @throws SetupError that names the setting which a bucket does not agree with
 */
export async function openImages(place: ImagePlace, dataDir: string, log: Log): Promise<ShopImages> {
  if (place.kind === 's3') {
    const store = await openS3Images(place);
    await store.check(log).catch((error: unknown) => {
      store.close();
      throw error;
    });
    return { keeper: keepInSizes(store, place.publicUrl), kept: store, close: () => store.close() };
  }
  const disk = diskImages(join(dataDir, 'images'));
  // A shop that has moved to an image host still has the pictures from before, and parts that show them.
  const keeper = place.kind === 'host' ? hostedPictures(place) : keepInSizes(disk);
  return { keeper, kept: disk, close() {} };
}
