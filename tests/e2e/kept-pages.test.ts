/** Public pages are made once for everybody, and anew when what they show has changed. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser, openPage, signIn } from './browser.ts';
import { BUYER } from './running-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, inject('shopUrl')), { headers });

async function somePart(): Promise<string> {
  const list = await (await get('/catalogue')).text();
  const [part] = /\/catalogue\/[a-z]+\/[a-z0-9]+(?=")/.exec(list) ?? [];
  if (part === undefined) throw new Error('The list leads to no part');
  return part;
}

it('a page is the same bytes whenever it is rendered, so a browser that has it is sent nothing', async () => {
  for (const path of ['/', '/catalogue', '/reviews', await somePart()]) {
    // Addresses of their own, each of which is rendered; but no page shows an engine without a vehicle.
    const first = await get(`${path}?engine=${Math.random()}`);
    await wait(20);
    const anew = await get(`${path}?engine=${Math.random()}`);
    expect(anew.headers.get('etag'), path).toBe(first.headers.get('etag'));
    expect(await anew.text(), path).toBe(await first.text());
  }
});

it('what came with a page is not asked for again, but on the way back, where nobody has asked whether it still holds', async () => {
  const page = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.locator('html[data-alive]').waitFor();
  await page.goto('/blog', { waitUntil: 'networkidle' });
  expect(asked).not.toContain('/api/search');
  const askedAnew = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/search');
  await page.goBack();
  await askedAnew;
  await page.context().close();
});

it('the same address is the same bytes, until somebody reviews a part', async () => {
  for (const path of ['/', '/catalogue', await somePart()]) {
    const first = await get(path);
    const again = await get(path);
    const text = await first.text();
    expect(await again.text(), path).toBe(text);
    // Whoever a newsletter has led here reads the same one.
    expect(await (await get(`${path}?utm_source=mail&gclid=${Math.random()}`)).text(), path).toBe(text);
    expect(again.headers.get('content-encoding')).toBe('gzip');
    const policy = first.headers.get('content-security-policy');
    expect(policy).toContain("'sha256-");
    expect(again.headers.get('content-security-policy')).toBe(policy);
    const known = await get(path, { 'if-none-match': again.headers.get('etag') ?? '' });
    expect(known.status, path).toBe(304);
  }

  const page = await openPage(browser);
  await signIn(page, BUYER);
  const words = `Arrived on the second day, ${Date.now()}`;
  const status = await page.evaluate(async (description) => {
    const answer = await fetch('/api/review', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      },
      body: JSON.stringify({ name: 'A buyer', rating: 5, description }),
    });
    return answer.status;
  }, words);
  expect(status).toBe(201);
  expect(await (await get('/')).text()).toContain(words);
  await page.context().close();
});
