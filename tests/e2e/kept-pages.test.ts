/** Public pages are made once for everybody, and anew when what they show has changed. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FitmentBody, PartDetailBody } from '#contract/catalogue.ts';
import { pathOf, shelfSteps, vehicleSteps } from '#web/features/catalogue/steps.ts';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { ADMIN, BUYER } from './running-shop.ts';
import { theShop } from './the-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, theShop().url), { headers });

/** The list as cards. */
const GRID = '/catalogue?view=grid';
/** What people read of a page. */
const wordsOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0].replaceAll(/<[^>]*>/g, ' ');

async function somePart(): Promise<string> {
  const list = await (await get('/catalogue')).text();
  const [part] = /\/catalogue\/[a-z]+\/[a-z0-9]+(?=")/.exec(list) ?? [];
  if (part === undefined) throw new Error('The list leads to no part');
  return part;
}

it('a page is the same bytes whenever it is rendered, so a browser that has it is sent nothing', async () => {
  for (const path of ['/', '/catalogue', `${GRID}&q=disc`, '/reviews', await somePart()]) {
    // For somebody with a name each page is rendered.
    const first = await get(path, { authorization: 'Bearer nobody' });
    await wait(20);
    const anew = await get(path, { authorization: 'Bearer nobody' });
    const text = await first.text();
    // Compared as a whole: else hundreds of kilobytes would be printed.
    expect((await anew.text()) === text, path).toBe(true);
    // Whoever has no name is given these bytes, too, with a tag that is made of them.
    const kept = await get(path);
    expect((await kept.text()) === text, path).toBe(true);
    const known = await get(path, { 'if-none-match': kept.headers.get('etag') ?? '' });
    expect(known.status, path).toBe(304);
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

it('the grid says other things than the list', async () => {
  const [list, grid] = [await get('/catalogue'), await get(GRID)];
  // Else one page would be looked at twice.
  expect(wordsOf(await grid.text()) === wordsOf(await list.text())).toBe(false);
});

/** The first part of the shop's own order, as it is now. */
async function firstPart(): Promise<PartDetailBody> {
  const [first] = await (await get('/api/parts?limit=1')).json();
  return PartDetailBody.parse(await (await get(`/api/parts/${first._id}`)).json());
}

/** Pages that tell its stock, of each route that follows it. */
async function pagesThatTell(part: PartDetailBody): Promise<string[]> {
  const [fitment] = FitmentBody.array().parse(await (await get(`/api/parts/${part._id}/fitments`)).json());
  if (fitment === undefined) throw new Error('The first part is listed for no vehicle');
  return [
    ...['/', '/catalogue', GRID],
    ...[`/catalogue?q=${part.partNumber}`, `/catalogue?q=${part.partNumber}&inStock=true`],
    ...[`/catalogue/${part.brandSlug}/${part.partNumberSlug}`, `/catalogue/${part.brandSlug}`],
    // Its category, and its part type.
    ...shelfSteps(part).map(({ path }) => path),
    pathOf(vehicleSteps({ ...fitment, year: fitment.yearFrom })),
  ];
}

/** Receives units of a part, or takes some out, as somebody who may. */
async function moveStock(page: WatchedPage, partId: string, units: number): Promise<void> {
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
}

it('a page that is kept follows the stock, and is then as if it had been rendered anew', async () => {
  const part = await firstPart();
  const paths = await pagesThatTell(part);
  expect(paths).toHaveLength(10);
  const page = await openPage(browser);
  await signIn(page, ADMIN);
  let { stock } = part;
  const moveTo = async (units: number) => {
    await moveStock(page, part._id, units - stock);
    stock = units;
  };
  const { minOrder } = part;
  const plenty = part.stock + 4 * minOrder;
  await moveTo(plenty);
  const before = new Map<string, string>();
  for (const path of paths) before.set(path, await (await get(path)).text());
  const levels = [
    // Of what is plenty, only the number is another.
    plenty + 1_234,
    // Fewer than four times the minimum order, then as few as that can be.
    ...[3 * minOrder, 2 * minOrder],
    // Little, less than anybody may order, and none.
    ...[2 * minOrder - 1, minOrder - 1, 0].filter((units, at, all) => all.indexOf(units) === at),
    // It comes back, and stays as others left it.
    ...[plenty, part.stock],
  ];
  for (const units of levels) {
    await moveTo(units);
    for (const path of paths) {
      const told = `${path} with ${units} units`;
      const kept = await get(path);
      // Whoever has a name is given no kept page.
      const anew = await get(path, { authorization: 'Bearer nobody' });
      const text = await kept.text();
      expect(text === (await anew.text()), told).toBe(true);
      expect(text === before.get(path), told).toBe(false);
      before.set(path, text);
      for (const name of ['content-security-policy', 'content-type', 'cache-control'])
        expect(kept.headers.get(name), told).toBe(anew.headers.get(name));
    }
  }
  await page.context().close();
});

it('somebody who is signed in asks without a name for what is the same for everybody, and by name for the rest', async () => {
  const page = await openPage(browser);
  await signIn(page, BUYER);
  const asked = new Map<string, boolean>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.set(pathname, request.headers().authorization !== undefined);
  });
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.getByRole('combobox', { name: 'Search parts' }).pressSequentially('brake');
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('main').getByRole('link', { name: 'Next' }).first().click();
  await expect.poll(() => asked.get('/api/search')).toBe(false);
  await page.goto('/dashboard/myorder', { waitUntil: 'networkidle' });
  expect(asked.get('/api/search/suggest')).toBe(false);
  expect(asked.get('/api/order')).toBe(true);
  await page.context().close();
});
