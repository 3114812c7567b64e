/** What tests of pages that are laid out beside the shown one look at. */
import type { WatchedPage } from './browser.ts';

/** How far the page is scrolled, in pixels. */
export const top = (page: WatchedPage) => page.evaluate<number>('scrollY');

/** The pages of parts that there are, shown or not. */
export const partsLaidOut = (page: WatchedPage) =>
  page.getByRole('complementary', { name: 'Order this part', includeHidden: true });
