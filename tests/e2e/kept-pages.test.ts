/** Public pages are made once for everybody, and anew when what they show has changed. */
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

it('the same address is the same bytes, until somebody reviews a part', async () => {
  const list = await (await get('/catalogue')).text();
  const [part = ''] = /\/catalogue\/[a-z]+\/[a-z0-9]+(?=")/.exec(list) ?? [];
  // A page that is rendered anew is never the same: it says when its data were read.
  for (const path of ['/', '/catalogue', part]) {
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
