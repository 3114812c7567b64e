/** An owner uploads a picture, and everybody sees it. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function upload(bytes: Uint8Array, token: string) {
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(bytes)], 'disc.jpg', { type: 'image/jpeg' }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${shop.url}/api/images`, { method: 'POST', body: form, headers });
  return {
    status: answer.status,
    body: (await answer.json()) as { data?: { url: string }; detail?: string },
  };
}

const picture = () => sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } });

test('a picture is kept and sent to anyone', async () => {
  const admin = await shop.person('admin');
  const { status, body } = await upload(await picture().jpeg().toBuffer(), admin.token);
  expect([status, body]).toEqual([201, { success: true, data: { url: expect.any(String) } }]);
  const answer = await fetch(`${shop.url}${body.data?.url}`);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 960, height: 720 });
});

test('what is no picture is refused with the reason', async () => {
  const admin = await shop.person('admin');
  const { status, body } = await upload(await picture().gif().toBuffer(), admin.token);
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'IMAGE_REFUSED',
    detail: 'This is a GIF; only JPEG, PNG, WebP and AVIF pictures are taken',
  });
});

test('a body above the limit is turned away as such', async () => {
  const admin = await shop.person('admin');
  expect(await upload(new Uint8Array(10_100_000), admin.token)).toMatchObject({
    status: 422,
    body: { detail: 'The file has 10.1 MB; at most 10 MB are taken' },
  });
  // The connection is closed under an upload that goes on, so the client sees the answer or a broken connection.
  const tooLarge = await upload(new Uint8Array(12_000_000), admin.token).catch(() => undefined);
  if (tooLarge !== undefined) expect(tooLarge.status).toBe(413);
});

test('a customer may not upload', async () => {
  const customer = await shop.person('customer');
  expect((await upload(await picture().jpeg().toBuffer(), customer.token)).status).toBe(403);
});
