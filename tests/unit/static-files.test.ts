import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staticFiles } from '#main/static-files.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'static-files-'));
  for (const dir of ['assets', 'pictures']) await mkdir(join(root, dir));
  await writeFile(join(root, 'assets/shop-1.js'), 'shop()');
  await writeFile(join(root, 'pictures/disc.avif'), 'a picture');
  await writeFile(join(root, 'favicon.svg'), '<svg/>');
  await writeFile(join(root, 'favicon.svg.br'), 'smaller');
});
afterAll(() => rm(root, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  staticFiles(root).request(path, { headers });

it.each([
  ['/assets/shop-1.js', 'public, max-age=31536000, immutable'],
  ['/pictures/disc.avif', 'public, max-age=86400'],
  ['/favicon.svg', 'no-cache'],
])('%s may be kept so: %s', async (path, cacheControl) => {
  const { status, headers } = await get(path);
  expect([status, headers.get('cache-control')]).toEqual([200, cacheControl]);
});

it.each(['/assets/shop-2.js', '/pictures/pad.avif'])(
  '%s is missing, which nobody keeps: the version that has it may be about to answer',
  async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
  },
);

it.each([
  ['/pictures/disc.avif', {}],
  ['/favicon.svg', {}],
  ['/favicon.svg', { 'accept-encoding': 'br' }],
])('%s is not sent to who has it, %o', async (path, headers) => {
  const first = await get(path, headers);
  const modified = first.headers.get('last-modified') ?? '';
  expect(await first.text()).not.toBe('');
  const again = await get(path, { ...headers, 'if-modified-since': modified });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  for (const name of ['cache-control', 'last-modified', 'vary']) {
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  }
  expect(again.headers.get('content-length')).toBeNull();
  const older = new Date(Date.parse(modified) - 1_000).toUTCString();
  expect((await get(path, { ...headers, 'if-modified-since': older })).status).toBe(200);
});

it('what lies in no file of the build is left to whoever comes behind', async () => {
  const app = staticFiles(root).get('*', (c) => c.text('a page'));
  expect(await (await app.request('/catalogue')).text()).toBe('a page');
});
