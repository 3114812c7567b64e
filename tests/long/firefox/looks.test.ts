/**
 * Every screen in Firefox, light and dark, wide and narrow: nothing is wider than the window, the console says nothing, axe
 * finds nothing, and the theme is the one that the system asks for.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../../e2e/browser.ts';
import { ADMIN, BUYER } from '../../e2e/running-shop.ts';
import { theShop } from '../../e2e/the-shop.ts';
import { findPlaces, type Places, placedAt } from '../../screens/places.ts';
import { SCREENS, type Visitor as Who } from '../../screens/screens.ts';
import { type Firefox, openFirefox, type Visitor } from './driver.mjs';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const PEOPLE = { buyer: BUYER, owner: ADMIN };
/** Where pictures go when somebody wants to look: SCREENSHOTS_IN names a folder. */
const PICTURES = process.env.SCREENSHOTS_IN;

let axe: string;
let places: Places;
beforeAll(async () => {
  axe = await readFile(AXE, 'utf8');
  if (PICTURES !== undefined) await mkdir(PICTURES, { recursive: true });
});

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  let firefox: Firefox;
  beforeAll(async () => {
    firefox = await openFirefox({ theme, downloadFolder: tmpdir() });
    places ??= await placesIn(firefox);
  });
  afterAll(() => firefox?.close());

  it.each(['visitor', 'buyer', 'owner'] as const)('the screens of a %s', async (who) => {
    const one = await signedIn(firefox, who);
    for (const screen of SCREENS.filter(({ as }) => as === who)) {
      await one.resize(DESKTOP);
      await one.goto(placedAt(screen.path, places));
      await one.see(/\S/, 'h1');
      for (const viewport of [DESKTOP, PHONE]) {
        await one.resize(viewport);
        const found = {
          screen: `${screen.name} at ${viewport.width}`,
          theme: await themeOf(one),
          tooWide: await tooWideIn(one),
          violations: await violationsIn(one),
          complaints: one.complaints.splice(0),
        };
        if (PICTURES !== undefined)
          await one.screenshot(join(PICTURES, `${screen.name}-${viewport.width}-${theme}.png`));
        expect(found).toEqual({
          screen: found.screen,
          theme,
          tooWide: [],
          violations: [],
          complaints: [],
        });
      }
    }
    await one.leave();
  });
});

async function signedIn(firefox: Firefox, who: Who): Promise<Visitor> {
  const one = await firefox.openVisitor({ baseUrl: theShop().url, viewport: DESKTOP });
  if (who === 'visitor') return one;
  await one.goto('/login');
  await one.fill('Email', PEOPLE[who].email, { within: 'main' });
  await one.fill('Password', PEOPLE[who].password);
  await one.click('button', 'Login', { within: 'main' });
  await one.isAt(/^\/$/);
  return one;
}

/** What the screens' addresses name, as the demo's buyer finds it. */
async function placesIn(firefox: Firefox): Promise<Places> {
  const buyer = await signedIn(firefox, 'buyer');
  type Asked = { readonly headers?: Record<string, string>; readonly data?: unknown };
  const ask =
    (method: string) =>
    (path: string, { headers, data }: Asked = {}) =>
      fetch(new URL(path, theShop().url), {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(data === undefined ? {} : { body: JSON.stringify(data) }),
      });
  // As much of the other driver's page as it takes to find them.
  const page = { evaluate: buyer.evaluate, request: { get: ask('GET'), post: ask('POST') } };
  const found = await findPlaces(page as unknown as Page);
  await buyer.leave();
  return found;
}

/** By the page's ground, which the tokens choose. */
async function themeOf(one: Visitor): Promise<'light' | 'dark'> {
  const ground = await one.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red = 0] = (/\d+/.exec(ground) ?? []).map(Number);
  return red < 128 ? 'dark' : 'light';
}

/** What makes the page wider than its window; nothing where it can't be scrolled to the side. */
function tooWideIn(one: Visitor): Promise<string[]> {
  return one.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`);
  });
}

type Finding = { id: string; nodes: { target: string[] }[] };

async function violationsIn(one: Visitor): Promise<string[]> {
  await one.evaluate(axe);
  const found = await one.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then((result) => result.violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
