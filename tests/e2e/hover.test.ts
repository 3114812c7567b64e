/** What a finger has touched does not stay as if it hovered there: the pages say so in all their rules. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, PHONE } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The selectors for `:hover` that hold where they stand, and how many there are in all. */
const HOVERING = `(() => {
  const found = { all: 0, holding: [] };
  const walk = (rules, holds) => {
    for (const rule of rules) {
      if (rule.selectorText?.replaceAll(':not(:hover)', '').includes(':hover')) {
        found.all += 1;
        if (holds) found.holding.push(rule.selectorText);
      }
      const isMedia = rule instanceof CSSMediaRule;
      if (rule.cssRules) walk(rule.cssRules, holds && (!isMedia || matchMedia(rule.media.mediaText).matches));
    }
  };
  for (const sheet of document.styleSheets) walk(sheet.cssRules, true);
  return found;
})()`;

it.each([
  ['nothing on a phone', { viewport: PHONE, hasTouch: true, isMobile: true }, false],
  ['what a pointer is on', {}, true],
])('shows as hovered: %s', async (_where, screen, hovers) => {
  const page = await openPage(browser, screen);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const { all, holding } = await page.evaluate<{ all: number; holding: string[] }>(HOVERING);
  expect(all).toBeGreaterThan(20);
  if (hovers) expect(holding.length).toBeGreaterThan(20);
  else expect(holding).toEqual([]);
  // A page of the shop comes in the place of the grey that browsers show a touch with; what leads elsewhere keeps it.
  const greys = await page.evaluate<string[]>(`['/catalogue', 'mailto:shop@example.test'].map((href) => {
    const link = document.createElement('a');
    link.setAttribute('href', href);
    document.body.append(link);
    return getComputedStyle(link).webkitTapHighlightColor;
  })`);
  expect(greys[0]).toBe('rgba(0, 0, 0, 0)');
  expect(greys[1]).not.toBe(greys[0]);
  await page.context().close();
});
