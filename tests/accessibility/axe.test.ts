/** axe finds nothing on any screen, in light and dark, wide and narrow. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, openPage, PHONE, signIn } from '../e2e/browser.ts';
import { ADMIN, BUYER } from '../e2e/running-shop.ts';
import { findPlaces, type Places, placedAt } from '../screens/places.ts';
import { SCREENS } from '../screens/screens.ts';
import { findings } from './findings.ts';

const PEOPLE = { buyer: BUYER, owner: ADMIN };

let browser: Browser;
let places: Places;
beforeAll(async () => {
  browser = await openBrowser();
  const page = await openPage(browser);
  await signIn(page, BUYER);
  places = await findPlaces(page);
  await page.context().close();
});
afterAll(() => browser.close());

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
