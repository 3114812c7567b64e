/** Files that no shop should keep, whatever place it keeps pictures at. */
import { noise, plain, png } from './picture-fixture.ts';

/** @returns what each is, its bytes, and what its refusal says */
export async function hostilePictures(): Promise<
  readonly (readonly [what: string, bytes: Buffer, refusal: RegExp])[]
> {
  const photo = await noise(400, 300).jpeg().toBuffer();
  const withText = (text: string) =>
    noise(400, 300)
      .withExif({ IFD0: { ImageDescription: text } })
      .jpeg()
      .toBuffer();
  const hidden = /has another file hidden in it/;
  return [
    ['nothing', Buffer.alloc(0), /is empty/],
    ['too many bytes', Buffer.alloc(10_000_001), /at most 10 MB/],
    ['a text', Buffer.from('Dear sir or madam'), /not a JPEG, PNG, WebP or AVIF/],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), /not a JPEG, PNG, WebP or AVIF/],
    ['a drawing with a script', Buffer.from('<svg><script>alert(1)</script></svg>'), /an SVG or XML file/],
    ['a kind that is not taken', await plain(40, 30).gif().toBuffer(), /a GIF/],
    ['a bomb', png(60_000, 60_000, Buffer.alloc(1_000_000)), /at most 40 megapixels/],
    ['a picture with less in it than it claims', png(6_000, 6_000, Buffer.alloc(1_000)), /damaged/],
    ['half a picture', photo.subarray(0, photo.length / 2), /damaged or incomplete/],
    ['a picture and a script', Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]), hidden],
    ['a picture and a program', Buffer.concat([photo, Buffer.from('<?php system($_GET[0]); ?>')]), hidden],
    [
      'a picture and an archive',
      Buffer.concat([photo, Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')]),
      hidden,
    ],
    ['a picture with a page in its description', await withText('<body onload=alert(1)>'), hidden],
    ['a picture with a PDF in its description', await withText('%PDF-1.7 1 0 obj'), hidden],
  ];
}
