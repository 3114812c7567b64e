/** A whole shop whose pictures are in a bucket or at an image host, by configuration alone. */
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { openImages } from '#main/choose-images.ts';
import { readConfig } from '#server/platform/config.ts';
import { openLog } from '#server/platform/log.ts';
import { openTestBucket, s3Error } from '../ports/bucket-fixture.ts';
import { openTestHost, PICTURES_ORIGIN, sendJson } from '../ports/host-fixture.ts';
import { openTestShop, type TestShop } from '../shop.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function openShop(env: Readonly<Record<string, string>>): Promise<TestShop> {
  const shop = await openTestShop({ env });
  undo.push(() => shop.close());
  return shop;
}

async function bucketEnv() {
  const bucket = await openTestBucket();
  undo.push(() => bucket.close());
  const { credentials } = bucket.settings;
  const env = {
    IMAGES_S3_BUCKET: bucket.settings.bucket,
    IMAGES_S3_REGION: bucket.settings.region,
    IMAGES_S3_ENDPOINT: bucket.settings.endpoint ?? '',
    IMAGES_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    IMAGES_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  };
  return { bucket, env };
}

async function upload(shop: TestShop) {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(bytes)], 'disc.png', { type: 'image/png' }));
  const { token } = await shop.person('admin');
  const answer = await fetch(`${shop.url}/api/images`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
}
type Answer = { data?: { url: string }; code?: string; detail?: string };

test('a picture is kept in the bucket and sent from there', async () => {
  const { bucket, env } = await bucketEnv();
  const shop = await openShop(env);
  const { status, body } = await upload(shop);
  expect([status, body.data?.url]).toEqual([
    201,
    expect.stringMatching(/^\/media\/[0-9a-f]{32}\/960\.webp$/),
  ]);
  expect(await bucket.keys()).toHaveLength(8);
  const answer = await fetch(`${shop.url}${body.data?.url}`);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'public, max-age=31536000, immutable',
  ]);
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 960, height: 720 });
});

test('where browsers read the bucket, that is the address', async () => {
  const { env } = await bucketEnv();
  const shop = await openShop({ ...env, IMAGES_PUBLIC_URL: 'https://cdn.example/pictures' });
  expect((await upload(shop)).body.data?.url).toMatch(
    /^https:\/\/cdn\.example\/pictures\/[0-9a-f]{32}\/960\.webp$/,
  );
});

test('a bucket that fails makes uploads and pictures 503, until it works again', async () => {
  const { bucket, env } = await bucketEnv();
  const shop = await openShop(env);
  bucket.intercept = (_asked, answer) => s3Error(answer, 503, 'SlowDown');
  const failed = await upload(shop);
  expect([failed.status, failed.body.code, failed.headers.get('retry-after')]).toEqual([
    503,
    'UNAVAILABLE',
    '5',
  ]);
  expect((await fetch(`${shop.url}/media/${'a'.repeat(32)}/960.webp`)).status).toBe(503);
  bucket.intercept = undefined;
  expect((await upload(shop)).status).toBe(201);
});

test('a bucket that is not there keeps the shop from opening', async () => {
  const { env } = await bucketEnv();
  const { place } = readConfig({ ...env, IMAGES_S3_BUCKET: 'no-such-bucket' }).images;
  await expect(openImages(place, '/nowhere', openLog('silent'))).rejects.toThrow(
    'IMAGES_S3_BUCKET: there is no bucket “no-such-bucket”',
  );
});

test('a picture is kept at the image host, and the key stays on the server', async () => {
  const host = await openTestHost();
  undo.push(() => host.close());
  const shop = await openShop({
    IMAGE_HOST_URL: host.uploadUrl.href,
    IMAGE_HOST_KEY: 'the-key-of-the-shop',
    IMAGE_HOST_PICTURES_ORIGIN: PICTURES_ORIGIN,
  });
  const kept = await upload(shop);
  expect([kept.status, kept.body]).toEqual([
    201,
    { success: true, data: { url: `${PICTURES_ORIGIN}/w42hCFN/part.webp` } },
  ]);

  host.answer = (response) => sendJson(response, 400, { error: { message: 'Invalid the-key-of-the-shop' } });
  const refused = await upload(shop);
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    503,
    '60',
    expect.objectContaining({
      code: 'UNAVAILABLE',
      detail: 'The image host did not take the picture, so nothing was kept. Try again in a minute',
    }),
  ]);
  expect(JSON.stringify(refused.body)).not.toContain('the-key');
});
