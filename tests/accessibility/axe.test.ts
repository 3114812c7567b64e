/** axe finds nothing on any screen, in light and dark, wide and narrow. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, openPage, PHONE, signIn, type WatchedPage } from '../e2e/browser.ts';
import { ADMIN, BUYER } from '../e2e/running-shop.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let browser: Browser;
let axe: string;
beforeAll(async () => {
  browser = await openBrowser();
  axe = await readFile(AXE, 'utf8');
});
afterAll(() => browser.close());

type Finding = { id: string; nodes: { target: string[] }[] };

async function findings(page: WatchedPage): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then((result) => result.violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

const PUBLIC = [
  '/',
  '/catalogue',
  '/catalogue?q=brake',
  '/login',
  '/signup',
  '/blog',
  '/portfolio',
  '/reviews',
  '/newsletter',
  '/newsletter/confirm?token=none',
  '/no-page',
];
const OF_BUYERS = ['', '/myorder', '/review', '/profile', '/seeProfile'];
const OF_OWNERS = ['', '/allOrders', '/allUsers', '/addProduct', '/manageProduct'];

describe.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('%s', (colorScheme, viewport) => {
  const check = async (page: WatchedPage, path: string) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect({ path, found: await findings(page) }).toEqual({ path, found: [] });
  };

  it('pages for everyone', async () => {
    const page = await openPage(browser, { colorScheme, viewport });
    for (const path of PUBLIC) await check(page, path);
    const part = await page.request.get('/api/parts?limit=1');
    const [first] = (await part.json()) as { brandSlug: string; partNumberSlug: string }[];
    await check(page, `/catalogue/${first?.brandSlug}/${first?.partNumberSlug}`);
    await page.context().close();
  });

  it("a buyer's pages", async () => {
    const page = await openPage(browser, { colorScheme, viewport });
    await signIn(page, BUYER);
    for (const path of OF_BUYERS) await check(page, `/dashboard${path}`);
    await check(page, '/parts/1');
    await page.context().close();
  });

  it("an owner's pages", async () => {
    const page = await openPage(browser, { colorScheme, viewport });
    await signIn(page, ADMIN);
    for (const path of OF_OWNERS) await check(page, `/dashboard${path}`);
    await page.context().close();
  });
});
