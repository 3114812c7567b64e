/** axe finds nothing on any screen, in light and dark, wide and narrow. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

const LOOKS = [
  ['light, wide', 'light', DESKTOP],
  ['dark, narrow', 'dark', PHONE],
] as const;

it.each(['visitor', 'buyer', 'owner'] as const)('the screens of a %s', async (visitor) => {
  const page = await openPage(browser);
  if (visitor !== 'visitor') await signIn(page, PEOPLE[visitor]);
  const waiting = SCREENS.filter(({ as }) => as === visitor);
  const found: Record<string, readonly string[]> = {};
  // While one tab waits for the network, another has the processor.
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  await Promise.all(
    tabs.map(async (tab) => {
      for (let screen = waiting.shift(); screen !== undefined; screen = waiting.shift()) {
        await tab.goto(placedAt(screen.path, places));
        await tab.waitForLoadState('networkidle');
        await tab.getByRole('heading', { level: 1 }).first().waitFor();
        for (const [look, colorScheme, viewport] of LOOKS) {
          await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await tab.setViewportSize(viewport);
          const own = await findings(tab);
          if (own.length > 0) found[`${screen.name}, ${look}`] = own;
        }
      }
    }),
  );
  expect(found).toEqual({});
  await page.context().close();
});
