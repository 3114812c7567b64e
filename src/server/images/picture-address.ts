/** Where an uploaded picture is found: its keys in the store and its addresses in the shop. */

/** Widths in pixels that every picture is kept in; the height is three quarters of it. */
export const PICTURE_WIDTHS = [192, 320, 640, 960] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** What is under an address never changes: caches keep it for a year, which is as long as they may. */
export const LASTING = 'public, max-age=31536000, immutable';

/** Where the shop itself sends kept pictures. */
export const OWN_PICTURES = '/media';

const ADDRESS = new RegExp(
  `^${OWN_PICTURES}/([0-9a-f]{32}/(?:${PICTURE_WIDTHS.join('|')})\\.(?:${PICTURE_FORMATS.join('|')}))$`,
);

export function pictureKey(hash: string, width: PictureWidth, format: PictureFormat): string {
  return `${hash}/${width}.${format}`;
}

/** The one address that stands for a picture; those of its other sizes differ in the file name only. */
export function pictureUrl(hash: string, base: string = OWN_PICTURES): string {
  return `${base}/${pictureKey(hash, 960, 'webp')}`;
}

/**
 * The key of the size that is sent where this one is missing; undefined where none is. Pictures that were kept before there was the
 * smallest size have the next.
 */
export function fallbackKey(key: string): string | undefined {
  return key.includes('/192.') ? key.replace('/192.', '/320.') : undefined;
}

/** The key of the picture at a path of the shop; undefined for a path that cannot be one's. */
export function pictureKeyOf(path: string): string | undefined {
  return ADDRESS.exec(path)?.[1];
}
