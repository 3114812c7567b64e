/** What is particular to pictures in a bucket: what is asked of the store, its outages, and settings that are wrong. */
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openS3Images, type S3Images, type S3Settings } from '#server/adapters/images/s3.ts';
import { acceptImage } from '#server/images/accept-image.ts';
import { keepInSizes } from '#server/images/keep-sizes.ts';
import { mediaApp } from '#server/images/media.ts';
import { openLog } from '#server/platform/log.ts';
import { Outage } from '#server/platform/outage.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { openTestBucket, s3Error, type TestBucket } from './bucket-fixture.ts';
import { readAll } from './image-places.ts';
import { fileOf, noise } from './picture-fixture.ts';

let bucket: TestBucket;
let images: S3Images;
beforeAll(async () => {
  bucket = await openTestBucket();
  images = await openS3Images(bucket.settings);
});
afterEach(() => {
  bucket.intercept = undefined;
  bucket.asked.length = 0;
});
afterAll(async () => {
  images.close();
  await bucket.close();
});

const BYTES = Buffer.from('picture');
const photo = async () => fileOf(await noise(400, 300).jpeg().toBuffer());

async function outageOf(work: Promise<unknown>): Promise<Outage> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Outage)) throw new Error('was no outage', { cause: error });
  return error;
}

describe('what is asked of the store', () => {
  test('a picture is put with its type and the promise that it never changes, and without an access list', async () => {
    await images.put('1/a.webp', BYTES, 'image/webp');
    expect(bucket.asked).toHaveLength(1);
    const [put] = bucket.asked;
    expect(put).toMatchObject({
      method: 'PUT',
      headers: {
        'content-type': 'image/webp',
        'content-length': '7',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    });
    expect(put?.path.split('?')[0]).toBe('/parts-pictures/1/a.webp');
    const names = Object.keys(put?.headers ?? {});
    expect(names.filter((name) => /acl|grant|checksum|trailer/.test(name))).toEqual([]);
  });

  test('it is signed with our credentials for the region, body included', async () => {
    await images.put('1/a.webp', BYTES, 'image/webp');
    const headers = bucket.asked[0]?.headers ?? {};
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDFORTESTS\/\d{8}\/eu-central-1\/s3\/aws4_request, /,
    );
    expect(headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the bucket is in the host’s name unless it is to be in the path', async () => {
    const { port } = new URL(bucket.settings.endpoint ?? '');
    const byHost = await openS3Images({
      ...bucket.settings,
      // Names below localhost are this machine.
      endpoint: `http://localhost:${port}`,
      pathStyle: false,
    });
    bucket.intercept = (_asked, answer) => s3Error(answer, 404, 'NoSuchKey');
    await byHost.open('1/a.webp').catch(() => null);
    const [asked] = bucket.asked;
    // Where the resolver knows no such names, nothing arrives; the name is in the error then.
    if (asked !== undefined) {
      expect([asked.headers.host, asked.path.split('?')[0]]).toEqual([
        `parts-pictures.localhost:${port}`,
        '/1/a.webp',
      ]);
    } else {
      const { cause } = await outageOf(byHost.open('1/a.webp'));
      expect(String(cause)).toContain('parts-pictures.localhost');
    }
    byHost.close();
  });

  test('credentials are found as the SDK finds them, where none are set', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDOFENVIRONMENT');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const store = await openS3Images({ ...bucket.settings, credentials: undefined });
    await store.put('1/a.webp', BYTES, 'image/webp');
    store.close();
    expect(bucket.asked[0]?.headers.authorization).toContain('Credential=AKIDOFENVIRONMENT/');
  });

  test('a browser gets what the shop says of a picture, whatever the store says', async () => {
    await images.put('1/a.webp', BYTES, 'image/webp');
    bucket.intercept = (_asked, answer) => {
      answer.writeHead(200, { 'content-type': 'text/html', 'content-length': '7' });
      answer.end(_asked.method === 'HEAD' ? undefined : '<script');
      return true;
    };
    expect(await images.stat('1/a.webp')).toEqual({ contentType: 'image/webp', sizeBytes: 7 });
    expect((await readAll(images, '1/a.webp'))?.contentType).toBe('image/webp');
  });
});

describe('an outage', () => {
  test('that is short is not noticed', async () => {
    let failures = 2;
    bucket.intercept = (_asked, answer) => {
      failures -= 1;
      return failures >= 0 && s3Error(answer, 503, 'SlowDown');
    };
    await images.put('2/a.webp', BYTES, 'image/webp');
    expect(bucket.asked).toHaveLength(3);
    expect(await bucket.keys()).toContain('2/a.webp');
  });

  test('that lasts ends after three tries', async () => {
    bucket.intercept = (_asked, answer) => s3Error(answer, 503, 'SlowDown');
    expect((await outageOf(images.put('2/b.webp', BYTES, 'image/webp'))).message).toContain('SlowDown');
    expect(bucket.asked).toHaveLength(3);
    await outageOf(images.stat('2/a.webp'));
    await outageOf(images.open('2/a.webp'));
    expect(bucket.asked).toHaveLength(9);
  });

  test('is a store that never answers', async () => {
    bucket.intercept = () => true;
    const start = performance.now();
    await outageOf(images.open('2/a.webp'));
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(bucket.asked).toHaveLength(3);
  });

  test('is a store that nobody reaches', async () => {
    const gone = await openS3Images({ ...bucket.settings, endpoint: 'http://127.0.0.1:9' });
    await outageOf(gone.stat('2/a.webp'));
    gone.close();
  });

  test('in the middle of a picture breaks it off, so that nobody keeps half of it', async () => {
    bucket.intercept = (_asked, answer) => {
      answer.writeHead(200, { 'content-type': 'image/webp', 'content-length': '100' });
      answer.write('half of it');
      return true;
    };
    await expect(readAll(images, '2/a.webp')).rejects.toThrow();
  });

  test('is 503 at /media, and may not be kept', async () => {
    const path = `/media/${'a'.repeat(32)}/960.webp`;
    bucket.intercept = (_asked, answer) => s3Error(answer, 500, 'InternalError');
    for (const method of ['GET', 'HEAD']) {
      const answer = await mediaApp(images, openLog('silent')).request(path, { method });
      expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual(
        [503, 'no-store', '5'],
      );
    }
  });

  test('during an upload addresses nothing, and the next try completes it', async () => {
    const file = await photo();
    const accept = () => acceptImage({ pictures: keepInSizes(images) }, file);
    for (const broken of ['960.webp', '640.avif', '192.avif']) {
      bucket.intercept = ({ method, path }, answer) =>
        method === 'PUT' && path.includes(broken) && s3Error(answer, 503, 'SlowDown');
      await outageOf(accept());
    }
    // Although seven of eight were there after the first try, the picture was never taken for kept.
    bucket.intercept = undefined;
    const outcome = await accept();
    if (!('url' in outcome)) throw new Error('was refused');
    const hash = outcome.url.split('/')[2];
    expect((await bucket.keys()).filter((key) => key.startsWith(`${hash}/`))).toHaveLength(8);
  });

  test('of an unreadable bucket is not taken for a picture that is missing', async () => {
    for (const code of ['AccessDenied', 'NoSuchBucket']) {
      bucket.intercept = (_asked, answer) => s3Error(answer, code === 'AccessDenied' ? 403 : 404, code);
      await outageOf(images.open('2/a.webp'));
    }
  });
});

test('where browsers read the bucket by themselves, pictures are addressed there', async () => {
  const file = await photo();
  const pictures = keepInSizes(images, 'https://pictures.example/parts');
  const first = await acceptImage({ pictures }, file);
  expect(first).toEqual({
    url: expect.stringMatching(/^https:\/\/pictures\.example\/parts\/[0-9a-f]{32}\/960\.webp$/),
  });
  expect(await acceptImage({ pictures }, file)).toEqual(first);
});

describe('a setting that the store does not agree with stops the start and is named', () => {
  const check = async (change: Partial<S3Settings>, status?: number, code = '') => {
    bucket.intercept = status === undefined ? undefined : (_asked, answer) => s3Error(answer, status, code);
    const store = await openS3Images({ ...bucket.settings, ...change });
    const lines: string[] = [];
    const log = pino(
      new Writable({
        write(line, _encoding, done) {
          lines.push(String(line));
          done();
        },
      }),
    );
    try {
      await store.check(log);
      return lines.join('');
    } catch (error) {
      if (error instanceof SetupError) return error.message;
      throw error;
    } finally {
      store.close();
    }
  };

  test('none, where all are good', async () => {
    expect(await check({})).toBe('');
  });

  test('the bucket', async () => {
    expect(await check({ bucket: 'other-pictures' })).toBe(
      'IMAGES_S3_BUCKET: there is no bucket “other-pictures”',
    );
  });

  test.each([
    [400, 'AuthorizationHeaderMalformed', /^IMAGES_S3_REGION: .*“parts-pictures” is not in “eu-central-1”/],
    [301, 'PermanentRedirect', /^IMAGES_S3_REGION: /],
    [403, 'InvalidAccessKeyId', /^IMAGES_S3_ACCESS_KEY_ID and IMAGES_S3_SECRET_ACCESS_KEY are not good/],
    [403, 'SignatureDoesNotMatch', /^IMAGES_S3_ACCESS_KEY_ID and IMAGES_S3_SECRET_ACCESS_KEY are not good/],
    [403, 'AccessDenied', /s3:GetObject, s3:PutObject and s3:ListBucket/],
    [405, 'MethodNotAllowed', /^IMAGES_S3_BUCKET: the store refuses .*MethodNotAllowed/],
  ])('%s %s', async (status, code, named) => {
    const told = await check({}, status, code);
    expect(told).toMatch(named);
    expect(told).not.toContain('secret-for-tests');
  });

  test('but a store that is down does not: it may be back in a minute', async () => {
    expect(await check({}, 503, 'SlowDown')).toContain('"level":40');
    const told = await check({ endpoint: 'http://127.0.0.1:9' });
    expect(told).toContain('IMAGES_S3_ENDPOINT');
    expect(told).not.toContain('secret-for-tests');
  });
});
