/** Pictures at an image host: what it is sent, and what is taken from it. */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hostedPictures } from '#server/adapters/images/host.ts';
import { acceptImage } from '#server/images/accept-image.ts';
import { Outage } from '#server/platform/outage.ts';
import { keptAt, openTestHost, PICTURES_ORIGIN, sendJson, type TestHost } from './host-fixture.ts';
import { hostilePictures } from './hostile-pictures.ts';
import { fileOf, noise, plain } from './picture-fixture.ts';

const KEY = 'the+key & of=the#shop';

let host: TestHost;
let answerAsHosts: TestHost['answer'];
beforeAll(async () => {
  host = await openTestHost();
  answerAsHosts = host.answer;
});
afterEach(() => {
  host.answer = answerAsHosts;
  host.uploads.length = 0;
});
afterAll(() => host.close());

/** A host that answers has time, on a busy machine, too. */
const pictures = (uploadUrl = host.uploadUrl, timeoutMs = 10_000) =>
  hostedPictures({ uploadUrl, key: KEY, picturesOrigin: PICTURES_ORIGIN, timeoutMs });
const impatient = () => pictures(host.uploadUrl, 400);
const accept = (bytes: Uint8Array, keeper = pictures()) =>
  acceptImage({ pictures: keeper }, fileOf(bytes, 'IMG 4711 at home.jpg'));

async function outage(answer: TestHost['answer'], keeper = pictures()): Promise<Outage> {
  host.answer = answer;
  const error: unknown = await accept(await plain(40, 30).png().toBuffer(), keeper).then(
    (outcome) => outcome,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Outage)) throw new Error(`was no outage: ${JSON.stringify(error)}`);
  return error;
}

test('a picture is sent there with the key, and its address is the host’s', async () => {
  expect(await accept(await noise(1200, 900).jpeg().toBuffer())).toEqual({
    url: `${PICTURES_ORIGIN}/w42hCFN/part.webp`,
  });
  expect(host.uploads).toHaveLength(1);
  const [upload] = host.uploads;
  expect([upload?.method, upload?.url.pathname, upload?.url.searchParams.get('key')]).toEqual([
    'POST',
    '/1/upload',
    KEY,
  ]);
  expect([...(upload?.form.keys() ?? [])]).toEqual(['image']);
});

test('the address of the host may have parameters of its own', async () => {
  const uploadUrl = new URL('?expiration=600', host.uploadUrl);
  await accept(await plain(40, 30).png().toBuffer(), pictures(uploadUrl));
  expect(Object.fromEntries(host.uploads[0]?.url.searchParams ?? [])).toEqual({
    expiration: '600',
    key: KEY,
  });
});

test('the host gets the framed picture alone: no metadata, no name of the file', async () => {
  const photo = await noise(400, 900)
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  await accept(photo);
  const image = host.uploads[0]?.form.get('image');
  if (!(image instanceof File)) throw new Error('no file was sent');
  expect(image.name).toMatch(/^[0-9a-f]{32}\.webp$/);
  expect(image.type).toBe('image/webp');
  const bytes = Buffer.from(await image.arrayBuffer());
  const { format, width, height, exif, xmp, icc } = await sharp(bytes).metadata();
  expect({ format, width, height, exif, xmp, icc }).toEqual({
    format: 'webp',
    width: 960,
    height: 720,
    exif: undefined,
    xmp: undefined,
    icc: undefined,
  });
  expect(bytes.includes('SecretCamera')).toBe(false);
});

test('a hostile file is refused before the host hears of it', async () => {
  for (const [what, bytes, refusal] of await hostilePictures()) {
    expect([what, await accept(bytes)]).toEqual([
      what,
      expect.objectContaining({ code: 'IMAGE_REFUSED', detail: expect.stringMatching(refusal) }),
    ]);
  }
  expect(host.uploads).toEqual([]);
});

describe('the picture counts as not kept, and the person is told so, when the host', () => {
  const told = 'The image host did not take the picture, so nothing was kept. Try again in a minute';

  test('says that it has not kept it', async () => {
    const refusal = { success: false, data: { url: `${PICTURES_ORIGIN}/a.webp` } };
    const error = await outage((response) => sendJson(response, 200, refusal));
    expect([error.detail, error.retryAfterSeconds]).toEqual([told, 60]);
  });

  test.each([400, 401, 403, 404, 413, 429, 500, 503])(
    'answers %i, whatever it says with it',
    async (status) => {
      const body = { success: true, data: { url: `${PICTURES_ORIGIN}/a.webp` } };
      const error = await outage((response) => sendJson(response, status, body));
      expect([error.detail, error.message]).toEqual([told, expect.stringContaining(String(status))]);
    },
  );

  test('gives a reason: it is for the log, and the key is not in it', async () => {
    const body = { status_code: 400, error: { message: `Invalid key ${KEY}.`, code: 100 } };
    const error = await outage((response) => sendJson(response, 400, body));
    expect(error.message).toContain('Invalid key (the key).');
    expect(JSON.stringify([error.message, error.detail, String(error.cause)])).not.toContain(KEY);
  });

  test('does not answer in time', async () => {
    const start = performance.now();
    await outage(() => {}, impatient());
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('answers one byte and then no more', async () => {
    await outage((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    }, impatient());
  });

  test('hangs up', async () => {
    await outage((response) => response.destroy());
  });

  test('cannot be reached', async () => {
    await outage(answerAsHosts, pictures(new URL('http://127.0.0.1:9/upload')));
  });

  test('sends us elsewhere: the key goes nowhere else', async () => {
    const elsewhere = await openTestHost();
    for (const status of [301, 302, 307, 308]) {
      await outage((response) => {
        response.writeHead(status, { location: elsewhere.uploadUrl.href });
        response.end();
      });
    }
    expect(elsewhere.uploads).toEqual([]);
    await elsewhere.close();
  });

  test.each([
    ['no JSON', '<html>Welcome</html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['no data', '{"success":true}'],
    ['no address', '{"success":true,"data":{}}'],
    ['a success in words', `{"success":"true","data":{"url":"${PICTURES_ORIGIN}/a.webp"}}`],
    ['an address of another kind', '{"success":true,"data":{"url":{"href":"x"}}}'],
    [
      'more than anybody reads',
      `${' '.repeat(100_000)}{"success":true,"data":{"url":"${PICTURES_ORIGIN}/a"}}`,
    ],
  ])('answers %s', async (_what, body) => {
    await outage((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
  });

  test.each([
    'http://pictures.host.example/a.webp',
    'https://pictures.host.example.evil.example/a.webp',
    'https://evil.example/a.webp',
    'https://pictures.host.example:444/a.webp',
    'https://user:secret@pictures.host.example/a.webp',
    'https://pictures.host.example@evil.example/a.webp',
    '//pictures.host.example/a.webp',
    '/a.webp',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    `${PICTURES_ORIGIN}`,
    `${PICTURES_ORIGIN}/`,
    `${PICTURES_ORIGIN}/a b.webp`,
    `${PICTURES_ORIGIN}/../a.webp`,
    ` ${PICTURES_ORIGIN}/a.webp`,
    `${PICTURES_ORIGIN}/${'a'.repeat(500)}.webp`,
    '',
  ])('gives the address %j', async (url) => {
    expect((await outage(keptAt(url))).message).toMatch(/address/);
  });
});

test('after an outage the same picture can be kept', async () => {
  const bytes = await plain(40, 30).png().toBuffer();
  host.answer = (response) => response.destroy();
  await expect(accept(bytes)).rejects.toThrow(Outage);
  host.answer = answerAsHosts;
  expect(await accept(bytes)).toEqual({ url: `${PICTURES_ORIGIN}/w42hCFN/part.webp` });
});
