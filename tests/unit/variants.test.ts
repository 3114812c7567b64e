/** An answer that is kept is given in the encoding that is asked for, also where making that has failed before. */
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, expect, it, vi } from 'vitest';
import { variantsOf } from '#server/platform/cache/variants.ts';

// Files of a worker share what they load: here it is loaded anew, with what stands in for others, and nobody else gets it.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const failing = vi.hoisted(() => ({ times: 0 }));
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>();
  return {
    ...zlib,
    gzip(bytes: Buffer, done: (error: Error | null, gzipped?: Buffer) => void) {
      if (failing.times-- > 0) done(new Error('no memory'));
      else zlib.gzip(bytes, done);
    },
  };
});

const DECODED = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

it.each([
  ['text that repeats itself', () => Buffer.from('Brake Disc, 320 mm '.repeat(2_600))],
  ['text as short as is compressed', () => Buffer.from('x'.repeat(1_000))],
  ['bytes that can’t be compressed', () => randomBytes(140_000)],
  ['more than is compressed at once', () => Buffer.from('part '.repeat(61_000))],
])('%s comes out as it went in, in every encoding', async (_name, make) => {
  const bytes = make();
  const variants = variantsOf({ bytes, headers: new Map([['content-type', 'text/html']]) });
  for (const encoding of ['zstd', 'br', 'gzip'] as const) {
    const { bytes: encoded, head } = await variants.make(encoding);
    const named = head[head.indexOf('content-encoding') + 1] as keyof typeof DECODED;
    expect(DECODED[named](encoded)).toEqual(bytes);
    expect(head[head.indexOf('content-length') + 1]).toBe(String(encoded.length));
  }
});

it('to compress it is tried again after it has failed', async () => {
  const bytes = Buffer.from('part '.repeat(1_000));
  const variants = variantsOf({ bytes, headers: new Map([['content-type', 'text/html']]) });
  failing.times = 1;
  await expect(variants.make('gzip')).rejects.toThrow('no memory');
  const [variant, same] = await Promise.all([variants.make('gzip'), variants.make('gzip')]);
  expect(same).toBe(variant);
  expect(gunzipSync(variant.bytes)).toEqual(bytes);
  expect(variants.made('gzip')).toBe(variant);
});
