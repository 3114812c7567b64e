/** Which pictures are offered to browsers in several sizes. */
import { expect, test } from 'vitest';
import { PICTURE_FORMATS, PICTURE_WIDTHS, pictureKey, pictureUrl } from '#server/images/picture-address.ts';
import { keptSizes, keptSmall } from '#web/ui/kept-sizes.ts';

const HASH = '0123456789abcdef0123456789abcdef';

test.each([
  undefined,
  'https://cdn.example',
  'https://cdn.example/parts/pictures',
  'http://127.0.0.1:9000/bucket',
])('an uploaded picture in all sizes that the server keeps but that for lines, at %s', (base) => {
  const kept = keptSizes(pictureUrl(HASH, base));
  for (const format of PICTURE_FORMATS) {
    expect(kept?.[format].split(', ')).toEqual(
      PICTURE_WIDTHS.slice(1).map(
        (width) => `${base ?? '/media'}/${pictureKey(HASH, width, format)} ${width}w`,
      ),
    );
  }
});

test('a small picture in one size that is kept, or has another in its place', () => {
  expect(keptSmall('/pictures/brake-disc-800.webp')).toEqual({
    avif: '/pictures/brake-disc-192.avif',
    webp: '/pictures/brake-disc-192.webp',
  });
  expect(keptSmall(pictureUrl(HASH))?.avif).toBe(`/media/${HASH}/192.avif`);
  expect(keptSmall(pictureUrl(HASH, 'https://cdn.example'))?.avif).toBe(
    `https://cdn.example/${HASH}/320.avif`,
  );
});

test.each([
  '',
  'https://i.host.example/w42hCFN/part.webp',
  'https://cdn.example/960.webp',
  'https://cdn.example/disc/960.webp',
  `https://cdn.example/${HASH}/640.webp`,
  `https://cdn.example/${HASH}/960.webp?x=1`,
  `https://cdn.example/a,b/${HASH}/960.webp`,
  `//cdn.example/${HASH}/960.webp`,
])('no other than its own address of %j', (src) => {
  expect(keptSizes(src)).toBeUndefined();
  expect(keptSmall(src)).toBeUndefined();
});
