/** axe finds nothing on any screen, in light and dark, wide and narrow. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, openPage, PHONE, signIn, type WatchedPage } from '../e2e/browser.ts';
import { ADMIN, BUYER } from '../e2e/running-shop.ts';
import { findPlaces, type Places, placedAt } from '../screens/places.ts';
import { SCREENS } from '../screens/screens.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PEOPLE = { buyer: BUYER, owner: ADMIN };
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let browser: Browser;
let axe: string;
let places: Places;
beforeAll(async () => {
  browser = await openBrowser();
  const page = await openPage(browser);
  await signIn(page, BUYER);
  places = await findPlaces(page);
  await page.context().close();
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

describe.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('%s', (colorScheme, viewport) => {
  it.each(['visitor', 'buyer', 'owner'] as const)('the screens of a %s', async (visitor) => {
    const page = await openPage(browser, { colorScheme, viewport });
    if (visitor !== 'visitor') await signIn(page, PEOPLE[visitor]);
    for (const screen of SCREENS.filter(({ as }) => as === visitor)) {
      await page.goto(placedAt(screen.path, places));
      await page.waitForLoadState('networkidle');
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect({ screen: screen.name, found: await findings(page) }).toEqual({
        screen: screen.name,
        found: [],
      });
    }
    await page.context().close();
  });
});
