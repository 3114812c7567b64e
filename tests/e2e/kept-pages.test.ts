/** Public pages are made once for everybody, and anew when what they show has changed. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser, openPage, signIn } from './browser.ts';
import { ADMIN, BUYER } from './running-shop.ts';

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
  for (const path of ['/', '/catalogue', '/catalogue?q=disc&view=cards', '/reviews', await somePart()]) {
    // For somebody with a name each page is rendered.
    const first = await get(path, { authorization: 'Bearer nobody' });
    await wait(20);
    const anew = await get(path, { authorization: 'Bearer nobody' });
    // Compared as a whole: else hundreds of kilobytes would be printed.
    expect((await anew.text()) === (await first.text()), path).toBe(true);
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

it('a page that is kept follows the stock, and is then as if it had been rendered anew', async () => {
  const [{ _id: partId }] = await (await get('/api/parts?limit=1')).json();
  const part = await (await get(`/api/parts/${partId}`)).json();
  const page = await openPage(browser);
  await signIn(page, ADMIN);
  const receive = async (units: number) => {
    const status = await page.evaluate(
      async ([id, quantity]) => {
        const answer = await fetch(`/api/parts/${id}/stock`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          },
          body: JSON.stringify({ quantity, reason: 'A delivery' }),
        });
        return answer.status;
      },
      [partId, units] as const,
    );
    expect(status).toBe(200);
  };
  // Plenty: of what is scarce more is said than the number.
  await receive(5 * part.minOrder);
  const paths = [
    ...['/', '/catalogue', '/catalogue?view=cards', `/catalogue?q=${part.partNumber}`],
    ...[`/catalogue/${part.brandSlug}/${part.partNumberSlug}`, `/catalogue/${part.brandSlug}`],
    ...[`/catalogue/categories/${part.partTypeCode}`],
  ];
  const before = new Map<string, Response>();
  for (const path of paths) before.set(path, await get(path));
  await receive(1_234);
  for (const path of paths) {
    const first = before.get(path);
    const kept = await get(path);
    // Whoever has a name is given no kept page.
    const anew = await get(path, { authorization: 'Bearer nobody' });
    const text = await kept.text();
    expect(text === (await anew.text()), path).toBe(true);
    expect(text === (await first?.text()), path).toBe(false);
    for (const name of ['content-security-policy', 'content-type', 'cache-control'])
      expect(kept.headers.get(name), path).toBe(anew.headers.get(name));
  }
  await page.context().close();
});
