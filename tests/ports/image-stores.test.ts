/** What holds of kept pictures wherever they are kept. */
import { connect } from 'node:net';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LoopbackServer, listenOnLoopback } from '#main/listen-on-loopback.ts';
import { acceptImage } from '#server/images/accept-image.ts';
import { keepInSizes } from '#server/images/keep-sizes.ts';
import { mediaApp } from '#server/images/media.ts';
import { openLog } from '#server/platform/log.ts';
import { hostilePictures } from './hostile-pictures.ts';
import { type OpenPlace, PLACES, readAll } from './image-places.ts';
import { fileOf, noise, PICTURE_FILES } from './picture-fixture.ts';

describe.each(PLACES)('%s', (_name, openPlace) => {
  let place: OpenPlace;
  beforeAll(async () => {
    place = await openPlace();
  });
  afterAll(() => place.close());

  const accept = (bytes: Uint8Array, name?: string) =>
    acceptImage({ pictures: keepInSizes(place.store) }, fileOf(bytes, name));
  async function accepted(bytes: Uint8Array, name?: string): Promise<string> {
    const outcome = await accept(bytes, name);
    if (!('url' in outcome)) throw new Error(`refused: ${outcome.detail}`);
    return outcome.url;
  }
  const hashOf = (url: string) => url.split('/')[2] ?? '';
  const keysOf = async (url: string) =>
    (await place.keys()).filter((key) => key.startsWith(`${hashOf(url)}/`)).map((key) => key.split('/')[1]);

  describe('by key', () => {
    const BYTES = Buffer.from('picture');

    test.each([
      '../out.webp',
      'a/../../out.webp',
      '/etc/out.webp',
      'a/./b.webp',
      '.hidden.webp',
      'a/.b.webp',
      'a//b.webp',
      'a\\b.webp',
      'a\0.webp',
      'a.webp\n',
      'A.webp',
      'a.webp.html',
      'a.html',
      'a',
      '',
      `${'a'.repeat(300)}.webp`,
    ])('takes and gives nothing under %j', async (key) => {
      await expect(place.store.put(key, BYTES, 'image/webp')).rejects.toThrow('no key');
      expect(await place.store.stat(key)).toBeNull();
      expect(await place.store.open(key)).toBeNull();
    });

    test('keeps a picture under its key and as its type', async () => {
      await expect(place.store.put('0/a.webp', BYTES, 'image/avif')).rejects.toThrow('no key');
      await place.store.put('0/a.webp', BYTES, 'image/webp');
      await place.store.put('0/a.webp', BYTES, 'image/webp');
      const about = { contentType: 'image/webp', sizeBytes: BYTES.length };
      expect(await place.store.stat('0/a.webp')).toEqual(about);
      expect(await readAll(place.store, '0/a.webp')).toEqual({ ...about, bytes: BYTES });
      expect((await place.keys()).filter((key) => key.startsWith('0/'))).toEqual(['0/a.webp']);
      for (const nothing of ['0/b.webp', '0/a.webp/b.webp']) {
        expect(await place.store.stat(nothing)).toBeNull();
        expect(await place.store.open(nothing)).toBeNull();
      }
    });

    test('gives back any bytes as they were, many of them too', async () => {
      const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      const many = Buffer.concat(Array.from({ length: 8_000 }, () => all));
      await place.store.put('0/many.webp', many, 'image/webp');
      expect((await readAll(place.store, '0/many.webp'))?.bytes.equals(many)).toBe(true);
    });

    test('may be left unread', async () => {
      for (let i = 0; i < 60; i += 1) await (await place.store.open('0/many.webp'))?.body.cancel();
      expect((await readAll(place.store, '0/a.webp'))?.bytes).toEqual(BYTES);
    });
  });

  describe('an uploaded picture', () => {
    test('is kept in four sizes and two formats', async () => {
      const url = await accepted(await noise(400, 300).jpeg().toBuffer());
      expect(url).toMatch(/^\/media\/[0-9a-f]{32}\/960\.webp$/);
      expect(await keysOf(url)).toEqual(PICTURE_FILES);
      for (const file of PICTURE_FILES) {
        const kept = await readAll(place.store, `${hashOf(url)}/${file}`);
        const [width = '', format] = file.split('.');
        expect(kept?.contentType).toBe(`image/${format}`);
        expect(await sharp(kept?.bytes).metadata()).toMatchObject({
          width: Number(width),
          height: Number(width) * 0.75,
          format: format === 'avif' ? 'heif' : 'webp',
        });
      }
    });

    test('has one address when it is uploaded twice, also at the same moment', async () => {
      const bytes = await noise(400, 300).jpeg().toBuffer();
      const [first, second] = await Promise.all([accepted(bytes), accepted(bytes, 'other.jpeg')]);
      expect(second).toBe(first);
      expect(await accepted(bytes)).toBe(first);
      expect(await keysOf(first)).toEqual(PICTURE_FILES);
    });

    test('whose keeping was interrupted is kept whole the next time', async () => {
      const bytes = await noise(400, 300).jpeg().toBuffer();
      const url = await accepted(bytes);
      await place.remove(`${hashOf(url)}/960.webp`);
      await place.remove(`${hashOf(url)}/960.avif`);
      expect(await accepted(bytes)).toBe(url);
      expect(await keysOf(url)).toEqual(PICTURE_FILES);
    });

    test('that is hostile is refused, and nothing of it is kept', async () => {
      const before = await place.keys();
      for (const [what, bytes, refusal] of await hostilePictures()) {
        const outcome = await accept(bytes);
        expect([what, outcome]).toEqual([
          what,
          expect.objectContaining({ code: 'IMAGE_REFUSED', detail: expect.stringMatching(refusal) }),
        ]);
      }
      expect(await place.keys()).toEqual(before);
    });
  });

  describe('GET /media', () => {
    let url: string;
    let server: LoopbackServer;
    beforeAll(async () => {
      url = await accepted(await noise(500, 300).jpeg().toBuffer());
      await place.store.put('secret.webp', Buffer.from('secret'), 'image/webp');
      server = await listenOnLoopback(mediaApp(place.store, openLog('silent')));
    });
    afterAll(() => server.close());
    const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

    /** The status line of a request whose path is sent just as it is written. */
    const rawStatus = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(server.port, '127.0.0.1', () => {
          socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
        });
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk.toString('latin1');
        });
        socket.on('end', () => resolve(text.slice(9, 12)));
        socket.on('error', reject);
      });

    test('sends a picture that may be kept for ever', async () => {
      for (const file of ['192.avif', '320.avif', '640.webp', '960.webp']) {
        const answer = await get(url.replace('960.webp', file));
        const kept = await readAll(place.store, url.replace('/media/', '').replace('960.webp', file));
        if (kept === null) throw new Error(`${file} is missing`);
        expect(answer.status).toBe(200);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': kept.contentType,
          'content-length': String(kept.bytes.length),
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'",
        });
        expect(Buffer.from(await answer.arrayBuffer()).equals(kept.bytes)).toBe(true);
      }
    });

    test('sends the next size of a picture that was kept before there was one for lines', async () => {
      const key = (file: string) => `${'b'.repeat(32)}/${file}`;
      await place.store.put(key('320.webp'), Buffer.from('of 320'), 'image/webp');
      const whole = await get(`/media/${key('192.webp')}`);
      expect([whole.status, whole.headers.get('cache-control'), await whole.text()]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        'of 320',
      ]);
      const tag = whole.headers.get('etag') ?? '';
      const again = await get(`/media/${key('192.webp')}`, { headers: { 'if-none-match': tag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      for (const missing of ['192.avif', '640.webp']) {
        expect((await get(`/media/${key(missing)}`)).status).toBe(404);
      }
    });

    test('sends only the head where only that is asked for', async () => {
      const whole = await get(url);
      await whole.arrayBuffer();
      const head = await get(url, { method: 'HEAD' });
      expect(head.status).toBe(200);
      for (const header of ['content-length', 'content-type', 'etag', 'cache-control']) {
        expect(head.headers.get(header)).toBe(whole.headers.get(header));
      }
      expect(await head.text()).toBe('');
    });

    test('says that nothing changed to whom has it', async () => {
      const tag = (await get(url, { method: 'HEAD' })).headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[0-9a-f]{32}-960\.webp-\d+"$/);
      for (const known of [tag, `"x", W/${tag}`, '*']) {
        const answer = await get(url, { headers: { 'if-none-match': known } });
        expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, '']);
      }
      const other = await get(url, { headers: { 'if-none-match': '"other"' } });
      expect([other.status, (await other.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
      expect((await get(url, { headers: { 'if-none-match': '"other"' }, method: 'HEAD' })).status).toBe(200);
      const missing = `/media/${'0'.repeat(32)}/960.webp`;
      expect((await get(missing, { headers: { 'if-none-match': '*' } })).status).toBe(404);
    });

    test('is 404 for every other path and method', async () => {
      const hash = hashOf(url);
      for (const path of [
        '/media',
        '/media/',
        `/media/${hash}`,
        `/media/${hash}/`,
        `/media/${hash}/961.webp`,
        `/media/${hash}/960.png`,
        `/media/${hash}/960.webp/`,
        `/media/${hash}/960.webp%00`,
        `/media/${hash}//960.webp`,
        `/media/${hash}/../secret.webp`,
        `/media/${hash}/..%2fsecret.webp`,
        `/media/${hash.toUpperCase().replace(/[0-9]/g, 'A')}/960.webp`,
        `/media/${'0'.repeat(32)}/960.webp`,
        '/media/../secret.webp',
        '/media/secret.webp',
        '/media/..%2f..%2fetc%2fpasswd',
        '/media/%2e%2e/%2e%2e/etc/passwd',
        '/media/..%5c..%5csecret.webp',
      ]) {
        expect([path, await rawStatus(path)]).toEqual([path, '404']);
      }
      expect(await rawStatus(url)).toBe('200');
      expect((await get(url, { method: 'POST' })).status).toBe(404);
      expect((await get(url, { method: 'DELETE' })).status).toBe(404);
    });
  });
});
