/** Where one gets on to from a list of parts. */
import type { Locator, Page } from 'playwright-core';

/** The names of parts, of which the first that is seen tells lists apart. */
export const PART_NAMES = '#found h3, #found h2:not(.sr)';
/** What stands at the head of a list or a part, and tells one from the other. */
export const HEADING = 'main h1';

export const partLinks = (page: Page): Locator =>
  page.locator('#found h3 a, #found h2:not(.sr) a').filter({ visible: true });

export const nextPage = (page: Page): Locator => page.getByRole('link', { name: 'Next page' });

/** So many brands that a list can be narrowed to are seen; the rest is folded away. */
export const BRANDS_SEEN = 10;
const BRAND = 'a[href*="brand="]';
/** Also where the filters themselves are folded away. */
export const brandLinks = (page: Page): Locator =>
  page.locator(`aside[aria-label="Filters"] ${BRAND}:not(details:not([open]) *)`);

/** Has all brands seen. */
export async function unfoldBrands(page: Page): Promise<void> {
  const fold = page.locator('aside details:not([open])').filter({ has: page.locator(BRAND) });
  if ((await fold.count()) > 0) await fold.locator('summary').click();
}

/** Has the filters seen: a phone folds them away, and anew for each list. Elsewhere they always are. */
export async function unfoldFilters(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'Filter' });
  if (await box.isVisible()) await box.tap();
}
