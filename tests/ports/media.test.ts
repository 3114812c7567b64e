/** How pictures are kept in a folder and sent from it. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskImages } from '#server/adapters/images/disk.ts';
import { acceptImage } from '#server/images/accept-image.ts';
import { mediaApp } from '#server/images/media.ts';
import { oneAtATime } from '#server/images/one-at-a-time.ts';
import { fileOf, noise } from './picture-fixture.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'images-'));
});
afterAll(() => rm(dir, { recursive: true }));

const images = () => diskImages(dir);

describe('one at a time', () => {
  test('runs in order, goes on after a failure, and turns away what would wait too long', async () => {
    const inTurn = oneAtATime(1);
    const ran: string[] = [];
    let release: () => void = () => undefined;
    const first = inTurn(async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      ran.push('first');
      throw new Error('broken');
    });
    const second = inTurn(async () => ran.push('second'));
    expect(await inTurn(async () => ran.push('third'))).toBe('busy');
    expect(ran).toEqual([]);
    release();
    await expect(first).rejects.toThrow('broken');
    await second;
    expect(await inTurn(async () => 'fourth')).toBe('fourth');
    expect(ran).toEqual(['first', 'second']);
  });
});

describe('the folder of pictures', () => {
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
    await expect(images().put(key, BYTES, 'image/webp')).rejects.toThrow('no key');
    expect(await images().get(key)).toBeNull();
    expect(await images().open(key)).toBeNull();
  });

  test('keeps a picture under its key and as its type', async () => {
    await expect(images().put('0/a.webp', BYTES, 'image/avif')).rejects.toThrow('no key');
    await images().put('0/a.webp', BYTES, 'image/webp');
    await images().put('0/a.webp', BYTES, 'image/webp');
    expect(await images().get('0/a.webp')).toEqual({ bytes: BYTES, contentType: 'image/webp' });
    expect(await readdir(join(dir, '0'))).toEqual(['a.webp']);
    expect(await images().get('0/b.webp')).toBeNull();
    expect(await images().get('0/a.webp/b.webp')).toBeNull();
  });
});

describe('GET /media', () => {
  let url: string;
  let server: ReturnType<typeof serve>;
  beforeAll(async () => {
    const bytes = await noise(500, 300).jpeg().toBuffer();
    const outcome = await acceptImage({ images: images() }, fileOf(bytes));
    if (!('url' in outcome)) throw new Error(`refused: ${outcome.detail}`);
    url = outcome.url;
    server = serve({ fetch: mediaApp(images()).fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    await writeFile(join(dir, 'secret.webp'), 'secret');
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const port = () => (server.address() as AddressInfo).port;
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port()}${path}`, init);

  /** The status line of a request whose path is sent just as it is written. */
  const rawStatus = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port(), '127.0.0.1', () => {
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
    for (const file of ['320.avif', '640.webp', '960.webp']) {
      const answer = await get(url.replace('960.webp', file));
      const kept = await images().get(url.replace('/media/', '').replace('960.webp', file));
      if (kept === null) throw new Error(`${file} is missing`);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': kept.contentType,
        'content-length': String(kept.bytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(kept.bytes)).toBe(true);
    }
  });

  test('sends only the head where only that is asked for', async () => {
    const whole = await get(url);
    await whole.arrayBuffer();
    const head = await get(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'));
    expect(await head.text()).toBe('');
  });

  test('says that nothing changed to whom has it', async () => {
    const tag = (await get(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{32}-960\.webp-\d+"$/);
    for (const known of [tag, `"x", W/${tag}`, '*']) {
      const answer = await get(url, { headers: { 'if-none-match': known } });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, '']);
    }
    expect((await get(url, { headers: { 'if-none-match': '"other"' }, method: 'HEAD' })).status).toBe(200);
  });

  test('is 404 for every other path and method', async () => {
    const [, , hash = ''] = url.split('/');
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
