/**
 * From an uploaded picture to the ones that the shop shows: 4:3, upright, sRGB, without metadata, in four widths and two
 * formats. The picture is fitted whole into the frame; what stays free is transparent, so that the page's own picture
 * ground shows there in light and in dark.
 */
import type { Metadata, Sharp, SharpConstructor } from 'sharp';
import type { ImageKind } from './image-kind.ts';
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat, type PictureWidth } from './picture-address.ts';

export const MAX_PIXELS = 40_000_000;
/** A picture that takes longer than this to decode was made to: 40 megapixels of any kind take two at most. */
const MAX_DECODE_SECONDS = 20;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

const ENCODERS = {
  // AVIF above effort 2 takes twice to ten times as long for hardly any bytes less.
  avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 80 }),
} as const satisfies Record<PictureFormat, (picture: Sharp) => Sharp>;

/** Why a picture cannot be decoded, as a sentence for the person who chose it. */
export type Undecodable = { readonly problem: string };

/** The picture in the largest frame, as pixels. */
export type FramedPicture = {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
};

export type Rendition = {
  readonly width: PictureWidth;
  readonly format: PictureFormat;
  readonly contentType: string;
  readonly bytes: Uint8Array;
};

/**
 * Decodes a picture into the largest frame, or says why it cannot be. Its size is read from its head, so a small file
 * that claims to be a huge picture is never unpacked. Of a moving picture only the first frame is taken.
 */
export async function framePicture(bytes: Uint8Array, kind: ImageKind): Promise<FramedPicture | Undecodable> {
  const sharp = await loadSharp();
  const damaged = { problem: `This ${kind} picture is damaged or incomplete` };
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (head === undefined || !isKind(head, kind)) return damaged;
  if (head.width * head.height > MAX_PIXELS) {
    return {
      problem: `The picture has ${head.width} × ${head.height} pixels; at most 40 megapixels are taken`,
    };
  }
  try {
    const { data, info } = await sharp(bytes, {
      autoOrient: true,
      limitInputPixels: MAX_PIXELS,
      // Stops at what is missing, yet takes the small slips that many cameras make in their files.
      failOn: 'error',
    })
      .timeout({ seconds: MAX_DECODE_SECONDS })
      .resize(960, 720, { fit: 'contain', background: CLEAR })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { pixels: data, width: info.width, height: info.height, channels: info.channels };
  } catch {
    return damaged;
  }
}

/** All sizes and formats of a framed picture, one after the other; the largest WebP is the last. */
export async function* renditionsOf(picture: FramedPicture): AsyncGenerator<Rendition, void, undefined> {
  for (const width of PICTURE_WIDTHS) {
    for (const format of PICTURE_FORMATS) yield await renditionOf(picture, width, format);
  }
}

/** A framed picture in one size and format. */
export async function renditionOf(
  { pixels, width: fullWidth, height, channels }: FramedPicture,
  width: PictureWidth,
  format: PictureFormat,
): Promise<Rendition> {
  const sharp = await loadSharp();
  const scaled = sharp(pixels, { raw: { width: fullWidth, height, channels } }).resize(width);
  return { width, format, contentType: `image/${format}`, bytes: await ENCODERS[format](scaled).toBuffer() };
}

/** Whether the decoder agrees on what the file is. */
function isKind(head: Metadata, kind: ImageKind): boolean {
  if (kind === 'AVIF') return head.format === 'heif' && head.compression === 'av1';
  return head.format === kind.toLowerCase();
}

let loaded: Promise<SharpConstructor> | undefined;

/** The library, loaded at its first use: most runs of the shop never need its 20 MB. */
function loadSharp(): Promise<SharpConstructor> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(2);
    // Of its many decoders (SVG, GIF, TIFF, PDF …) only these can be reached, whatever a file looks like to it.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
    });
    return sharp;
  });
  return loaded;
}
