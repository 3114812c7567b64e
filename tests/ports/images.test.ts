/** Uploaded pictures: what is taken, and what is refused and why. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskImages } from '#server/adapters/images/disk.ts';
import type { Audit } from '#server/audit/audit.ts';
import { acceptImage } from '#server/images/accept-image.ts';
import { keepInSizes } from '#server/images/keep-sizes.ts';
import { imageHandlers } from '#server/images/routes.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import { readAll } from './image-places.ts';
import { BLUE, fileOf, noise, PICTURE_FILES, plain, png, RED } from './picture-fixture.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'images-'));
});
afterAll(() => rm(dir, { recursive: true }));

const images = () => diskImages(dir);
const pictures = () => keepInSizes(images());
const accept = (bytes: Uint8Array, name?: string, type?: string) =>
  acceptImage({ pictures: pictures() }, fileOf(bytes, name, type));

async function accepted(bytes: Uint8Array, name?: string, type?: string): Promise<string> {
  const outcome = await accept(bytes, name, type);
  if (!('url' in outcome)) throw new Error(`refused: ${outcome.detail}`);
  return outcome.url;
}

async function refusedWith(bytes: Uint8Array, name?: string, type?: string): Promise<string> {
  const outcome = await accept(bytes, name, type);
  if ('url' in outcome) throw new Error('was accepted');
  expect(outcome.code).toBe('IMAGE_REFUSED');
  return outcome.detail ?? '';
}

/** The kept picture beside the one that an address names. */
async function kept(url: string, file = '960.webp') {
  const image = await readAll(images(), url.replace('/media/', '').replace('960.webp', file));
  if (image === null) throw new Error(`${file} of ${url} is missing`);
  return { ...image, sharp: sharp(image.bytes) };
}

/** Red, green, blue and alpha at a point of a kept picture. */
async function pixel(url: string, x: number, y: number, file?: string): Promise<number[]> {
  const { sharp: picture } = await kept(url, file);
  return [
    ...(await picture.ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
  ];
}

const isRed = ([r = 0, g = 0, b = 0, alpha = 0]: number[]) => r > 180 && g < 70 && b < 70 && alpha > 250;
const isBlue = ([r = 0, g = 0, b = 0, alpha = 0]: number[]) => r < 70 && g < 70 && b > 180 && alpha > 250;

describe('a good picture', () => {
  const kinds: readonly [string, (picture: Sharp) => Sharp][] = [
    ['JPEG', (picture) => picture.jpeg()],
    ['PNG', (picture) => picture.png()],
    ['WebP', (picture) => picture.webp()],
    ['AVIF', (picture) => picture.avif({ effort: 0 })],
  ];
  test.each(kinds)('%s is kept in four sizes and two formats', async (_, encode) => {
    const url = await accepted(await encode(noise(400, 300)).toBuffer());
    expect(url).toMatch(/^\/media\/[0-9a-f]{32}\/960\.webp$/);
    for (const [width, height] of [
      [192, 144],
      [320, 240],
      [640, 480],
      [960, 720],
    ]) {
      for (const [format, readAs] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
      ]) {
        const { sharp: picture, contentType } = await kept(url, `${width}.${format}`);
        expect(await picture.metadata()).toMatchObject({ width, height, format: readAs });
        expect(contentType).toBe(`image/${format}`);
      }
    }
  });

  test('is known by its content, not by its name and label', async () => {
    await accepted(await plain(40, 30).png().toBuffer(), 'notes.txt', 'text/plain');
  });

  test('stands whole in the frame, with transparent bars beside it', async () => {
    const upright = await accepted(await plain(300, 900).jpeg().toBuffer());
    for (const file of ['960.webp', '960.avif']) {
      expect((await pixel(upright, 480, 2, file)).slice(0, 4)).toSatisfy(isRed);
      expect((await pixel(upright, 480, 717, file)).slice(0, 4)).toSatisfy(isRed);
      expect((await pixel(upright, 10, 360, file))[3]).toBe(0);
      expect((await pixel(upright, 950, 360, file))[3]).toBe(0);
    }
  });

  test('keeps what is transparent in it', async () => {
    const ring = await sharp({
      create: { width: 400, height: 300, channels: 4, background: { ...RED, alpha: 0 } },
    })
      .composite([{ input: await plain(200, 150).png().toBuffer() }])
      .png()
      .toBuffer();
    const url = await accepted(ring);
    for (const format of ['webp', 'avif']) {
      expect(await pixel(url, 160, 120, `320.${format}`)).toSatisfy(isRed);
      expect((await pixel(url, 5, 5, `320.${format}`))[3]).toBe(0);
    }
  });

  test('loses its metadata, where it was taken first of all', async () => {
    const photo = await noise(400, 300)
      .withExif({
        IFD0: { Make: 'SecretCamera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W' },
      })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(photo.includes('SecretCamera')).toBe(true);
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const url = await accepted(photo);
    for (const file of PICTURE_FILES) {
      const { bytes, sharp: picture } = await kept(url, file);
      const meta = await picture.metadata();
      expect([meta.exif, meta.xmp, meta.iptc, meta.icc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(Buffer.from(bytes).includes('SecretCamera')).toBe(false);
    }
  });

  test('stands upright as its orientation says', async () => {
    // Left half red, right half blue; orientation 6 is shown turned clockwise: red above blue.
    const lying = await plain(400, 200)
      .composite([{ input: await plain(200, 200, BLUE).png().toBuffer(), left: 200, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const url = await accepted(lying);
    expect(await pixel(url, 480, 100)).toSatisfy(isRed);
    expect(await pixel(url, 480, 620)).toSatisfy(isBlue);
    expect((await pixel(url, 60, 360))[3]).toBe(0);
  });

  test('of CMYK, grey or 16 bits becomes an ordinary one', async () => {
    const cmyk = await accepted(await plain(400, 300).toColourspace('cmyk').jpeg().toBuffer());
    const grey = await accepted(await noise(400, 300).greyscale().jpeg().toBuffer());
    const deep = await accepted(await plain(401, 300).toColourspace('rgb16').png().toBuffer());
    for (const url of [cmyk, grey, deep]) {
      expect(await (await kept(url)).sharp.metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
    }
    expect(await pixel(deep, 480, 360)).toSatisfy(isRed);
  });

  test('that moves is kept as its first frame', async () => {
    const frames = await Promise.all([RED, BLUE].map((colour) => plain(400, 300, colour).png().toBuffer()));
    const url = await accepted(
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    );
    expect((await (await kept(url)).sharp.metadata()).pages ?? 1).toBe(1);
    expect(await pixel(url, 480, 360)).toSatisfy(isRed);
  });

  test('may have a camera’s own bytes behind its end', async () => {
    const clip = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(500, 7)]);
    await accepted(Buffer.concat([await noise(400, 300).jpeg().toBuffer(), clip]));
  });

  test('of 40 megapixels is done within seconds', async () => {
    const large = await plain(8_000, 5_000).jpeg({ quality: 50 }).toBuffer();
    const start = performance.now();
    await accepted(large);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('refused', () => {
  const NOT_A_PICTURE = 'This is not a JPEG, PNG, WebP or AVIF picture, whatever its name says';
  const takenOnly = (kind: string) => `This is ${kind}; only JPEG, PNG, WebP and AVIF pictures are taken`;
  const jpeg = () => noise(400, 300).jpeg().toBuffer();

  test('nothing', async () => {
    expect(await refusedWith(Buffer.alloc(0))).toBe('The file is empty');
  });

  test('a few bytes', async () => {
    for (const bytes of [Buffer.from([0xff]), Buffer.from([0xff, 0xd8]), Buffer.from('RIFF')]) {
      expect(await refusedWith(bytes)).toBe(NOT_A_PICTURE);
    }
    expect(await refusedWith(Buffer.from([0xff, 0xd8, 0xff]))).toBe(
      'This JPEG picture is damaged or incomplete',
    );
    expect(await refusedWith(Buffer.from('\0\0\0\0ftyp', 'latin1'))).toBe(takenOnly('a video'));
  });

  test('more than 10 MB, without being read', async () => {
    const unread = {
      name: 'a.jpg',
      type: 'image/jpeg',
      size: 10_100_000,
      arrayBuffer: () => Promise.reject(new Error('was read')),
    };
    expect(await acceptImage({ pictures: pictures() }, unread)).toMatchObject({
      code: 'IMAGE_REFUSED',
      detail: 'The file has 10.1 MB; at most 10 MB are taken',
    });
    expect(await refusedWith(Buffer.alloc(10_000_001))).toMatch(/10\.1 MB/);
  });

  test('text with the name of a picture', async () => {
    expect(await refusedWith(Buffer.from('Dear sir or madam'), 'part.jpg')).toBe(NOT_A_PICTURE);
  });

  test.each([
    ['an SVG or XML file', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG or XML file', '\xef\xbb\xbf\n<?xml version="1.0"?><svg/>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a HEIC picture', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a BMP', 'BM\x36\0\0\0'],
    ['a TIFF', 'II*\0\x08\0\0\0'],
  ])('%s', async (kind, start) => {
    expect(await refusedWith(Buffer.from(start, 'latin1'), 'a.png', 'image/png')).toBe(takenOnly(kind));
  });

  test('a GIF', async () => {
    expect(await refusedWith(await plain(40, 30).gif().toBuffer())).toBe(takenOnly('a GIF'));
  });

  test('a picture that is cut off', async () => {
    const whole = {
      JPEG: await jpeg(),
      PNG: await noise(400, 300).png().toBuffer(),
      WebP: await noise(400, 300).webp().toBuffer(),
      AVIF: await noise(400, 300).avif({ effort: 0 }).toBuffer(),
    };
    for (const [kind, bytes] of Object.entries(whole)) {
      for (const share of [0.02, 0.5, 0.9]) {
        const detail = await refusedWith(bytes.subarray(0, Math.max(40, bytes.length * share)));
        expect(detail).toBe(`This ${kind} picture is damaged or incomplete`);
      }
    }
  });

  test('a small file that claims to be a huge picture, before it is unpacked', async () => {
    const bomb = png(60_000, 60_000, Buffer.alloc(20_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage.rss();
    expect(await refusedWith(bomb)).toBe(
      'The picture has 60000 × 60000 pixels; at most 40 megapixels are taken',
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
    expect(await refusedWith(png(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(10)))).toMatch(/damaged/);
    expect(await refusedWith(png(8_001, 5_000, Buffer.alloc(10)))).toMatch(/at most 40 megapixels/);
  });

  test('a picture with less in it than it claims', async () => {
    expect(await refusedWith(png(6_000, 6_000, Buffer.alloc(1_000)))).toMatch(/damaged/);
  });

  test('a picture that is another file too', async () => {
    const hidden = [
      Buffer.concat([await jpeg(), Buffer.from('<script>alert(document.cookie)</script>')]),
      Buffer.concat([await jpeg(), Buffer.from('<?php system($_GET[0]); ?>')]),
      Buffer.concat([await jpeg(), Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')]),
      await noise(400, 300)
        .withExif({ IFD0: { ImageDescription: '<!DOCTYPE html><body onload=alert(1)>' } })
        .jpeg()
        .toBuffer(),
      await noise(400, 300)
        .withExif({ IFD0: { ImageDescription: '%PDF-1.7 1 0 obj' } })
        .jpeg()
        .toBuffer(),
    ];
    for (const bytes of hidden) {
      expect(await refusedWith(bytes)).toBe(
        'This JPEG picture has another file hidden in it; save it anew as a picture',
      );
    }
  });
});

describe('POST /images', () => {
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('no database')) }),
  });
  const audit: Audit = { write: async () => {}, nothingToKeep() {} };
  const args = (image: File) => ({
    form: { image },
    caller: { id: '1', email: 'a@b.cd', name: '', role: 'admin', emailVerified: true } as const,
    signal: new AbortController().signal,
    requestId: 'r',
    address: '',
    audit,
  });

  test('answers the address, or the refusal', async () => {
    const { imagesUpload } = imageHandlers({ pictures: pictures(), db });
    expect(await imagesUpload(args(fileOf(await plain(40, 30).png().toBuffer())))).toEqual({
      success: true,
      data: { url: expect.stringMatching(/^\/media\/[0-9a-f]{32}\/960\.webp$/) },
    });
    expect(await imagesUpload(args(fileOf(Buffer.from('x'))))).toMatchObject({
      kind: 'refusal',
      code: 'IMAGE_REFUSED',
    });
  });
});
