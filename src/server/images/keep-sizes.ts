/** Keeps pictures in all sizes and formats of the shop, under addresses that we give. */
import type { ImageStore } from './image-store.ts';
import { OWN_PICTURES, pictureKey, pictureUrl } from './picture-address.ts';
import type { PictureKeeper } from './picture-keeper.ts';
import { renditionsOf } from './renditions.ts';

/**
 * @param base where browsers find what is in the store, without a slash at the end: the shop's own `/media`, or the
 * address of a bucket or of a network in front of it
 */
export function keepInSizes(
  store: Pick<ImageStore, 'put' | 'stat'>,
  base: string = OWN_PICTURES,
): PictureKeeper {
  return {
    async find(contentHash) {
      // It is written last, so where it is, all sizes are.
      const last = await store.stat(pictureKey(contentHash, 960, 'webp'));
      return last === null ? null : pictureUrl(contentHash, base);
    },
    async keep(contentHash, picture) {
      for await (const { width, format, contentType, bytes } of renditionsOf(picture)) {
        await store.put(pictureKey(contentHash, width, format), bytes, contentType);
      }
      return pictureUrl(contentHash, base);
    },
  };
}
