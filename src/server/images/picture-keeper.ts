/** The port to whoever keeps accepted pictures and gives them their addresses. */
import type { FramedPicture } from './renditions.ts';

export type PictureKeeper = {
  /**
   * The address of a picture that is kept already and whole; null where it isn't, or nobody knows.
   *
   * @param contentHash 32 hexadecimal digits made from the uploaded file
   */
  find(contentHash: string): Promise<string | null>;
  /**
   * Keeps a picture whole and answers its address. Where it throws, an outage for one, nothing is addressed, and keeping
   * the same picture again completes what was begun.
   */
  keep(contentHash: string, picture: FramedPicture): Promise<string>;
};
