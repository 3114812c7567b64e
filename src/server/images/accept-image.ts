/** Takes a picture that an owner uploads: what it is, is told by its content; only its pixels are kept. */
import { hash } from 'node:crypto';
import type { UploadedFile } from '#contract/kernel/operation.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { hidesAnotherFile, imageKindOf, otherKindOf } from './image-kind.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { PictureKeeper } from './picture-keeper.ts';
import { type FramedPicture, framePicture } from './renditions.ts';

export const MAX_IMAGE_BYTES = 10_000_000;

export type ImageDeps = { readonly pictures: PictureKeeper };

// One for the process: 40 megapixels take up to 800 MB of memory while they are decoded (AVIF; others 100 to 500).
const inTurn = oneAtATime(8);

/**
 * Has a picture kept and answers its address, or why it is refused. A file that is known to be kept already gives the
 * same address, and no second work.
 */
export async function acceptImage(
  deps: ImageDeps,
  file: UploadedFile,
): Promise<{ readonly url: string } | Refusal<'IMAGE_REFUSED', undefined>> {
  if (file.size === 0) return refuse('IMAGE_REFUSED', 'The file is empty');
  if (file.size > MAX_IMAGE_BYTES) {
    return refuse('IMAGE_REFUSED', `The file has ${megabytes(file.size)} MB; at most 10 MB are taken`);
  }
  const outcome = await inTurn(() => keep(deps, file));
  if (outcome !== 'busy') return outcome;
  return refuse('IMAGE_REFUSED', 'Too many pictures are being uploaded at once; try again in a minute');
}

async function keep({ pictures }: ImageDeps, file: UploadedFile) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const contentHash = hash('sha256', bytes, 'hex').slice(0, 32);
  const known = await pictures.find(contentHash);
  if (known !== null) return { url: known };
  const picture = await decode(bytes);
  return isRefusal(picture) ? picture : { url: await pictures.keep(contentHash, picture) };
}

async function decode(bytes: Uint8Array): Promise<FramedPicture | Refusal<'IMAGE_REFUSED', undefined>> {
  const kind = imageKindOf(bytes);
  if (kind === undefined) {
    const other = otherKindOf(bytes);
    return refuse(
      'IMAGE_REFUSED',
      other === undefined
        ? 'This is not a JPEG, PNG, WebP or AVIF picture, whatever its name says'
        : `This is ${other}; only JPEG, PNG, WebP and AVIF pictures are taken`,
    );
  }
  if (hidesAnotherFile(bytes)) {
    return refuse(
      'IMAGE_REFUSED',
      `This ${kind} picture has another file hidden in it; save it anew as a picture`,
    );
  }
  const framed = await framePicture(bytes, kind);
  return 'problem' in framed ? refuse('IMAGE_REFUSED', framed.problem) : framed;
}

/** Rounded up, so that what is too large never reads like the limit. */
function megabytes(bytes: number): string {
  return (Math.ceil(bytes / 100_000) / 10).toFixed(1);
}
