/** What a file is by its first bytes, whatever its name and label say. */

/** The kinds that are taken. */
export type ImageKind = 'JPEG' | 'PNG' | 'WebP' | 'AVIF';

// Kinds that people try, so that the refusal can say what the file is.
const OTHERS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^GIF8/, 'a GIF'],
  [/^%PDF-/, 'a PDF'],
  [/^(?:II\*\0|MM\0\*)/, 'a TIFF'],
  [/^BM/, 'a BMP'],
  [/^PK/, 'a ZIP archive'],
  [/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!doctype svg|svg)/i, 'an SVG or XML file'],
];

/** The kind of picture that a file is; undefined when it is none of those taken. */
export function imageKindOf(bytes: Uint8Array): ImageKind | undefined {
  const start = latin1(bytes.subarray(0, 64));
  if (start.startsWith('\xff\xd8\xff')) return 'JPEG';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'PNG';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'WebP';
  // The first box of the file lists its brands, four letters each: the major one, a version, then compatible ones.
  if (start.startsWith('ftyp', 4)) {
    const brands = latin1(bytes.subarray(8, Math.min(boxLength(bytes), 256)));
    if (/^(?:.{4})*avi[fs]/s.test(brands)) return 'AVIF';
  }
  return undefined;
}

/** A file that isn't taken, in words: "a GIF"; undefined when it isn't known either. */
export function otherKindOf(bytes: Uint8Array): string | undefined {
  const start = latin1(bytes.subarray(0, 256));
  if (start.startsWith('ftyp', 4))
    return /^.{8}(?:hei|hev|mif|msf)/s.test(start) ? 'a HEIC picture' : 'a video';
  return OTHERS.find(([pattern]) => pattern.test(start))?.[1];
}

/**
 * Whether a picture is something else at the same time: a page or script for a lenient reader, a PDF (readers look for
 * its head in the first kilobyte), or an archive (whose directory stands at the end). Bytes behind a picture's end are no
 * sign of that: cameras put previews and clips there.
 */
export function hidesAnotherFile(bytes: Uint8Array): boolean {
  const text = latin1(bytes);
  return (
    text.slice(0, 1_024).includes('%PDF-') ||
    text.slice(-ARCHIVE_END_BYTES).includes('PK\x05\x06\0\0\0\0') ||
    // Long enough that ten million bytes of a photo don't contain it by chance.
    /<(?:script|html|body|iframe|!doctype)[\s>]|<\?php\s/i.test(text)
  );
}

// An archive ends with this record: 22 bytes and a comment of at most 65,535.
const ARCHIVE_END_BYTES = 65_557;

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function boxLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
}
