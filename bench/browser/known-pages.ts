/** What a browser knows of the shop, so that a walk can go where it has not been: the pages keep an answer for 5 minutes. */
import type { BrowserContext, Locator } from 'playwright-core';

/** Whether this browser knows a page of the catalogue, a list or a part, by its address. */
export type IsKnown = (href: string) => boolean;

export type Goal = { readonly link: Locator; readonly href: string };

/** From now on: whether what it shows has been asked for by script, be it ahead. */
export function noteAsked(context: BrowserContext): IsKnown {
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(nameOf(request.url())));
  return (href) => asked.has(nameOf(callOf(href)));
}

/** From now on: whether it has been opened. */
export function noteOpened(context: BrowserContext): IsKnown {
  const opened = new Set<string>();
  context.on('page', (page) => page.on('framenavigated', (frame) => opened.add(nameOf(frame.url()))));
  return (href) => opened.has(nameOf(href));
}

/**
 * Of these links the first, from the given place on and round, to what is not known.
 *
 * @throws Error where there is none
 */
export async function newAmong(links: Locator, from: number, isKnown: IsKnown): Promise<Goal> {
  const all = await links.all();
  const hrefs = await Promise.all(all.map((link) => link.getAttribute('href')));
  for (let at = 0; at < all.length; at += 1) {
    const place = (from + at) % all.length;
    const href = hrefs[place];
    if (href != null && !isKnown(href)) return { link: links.nth(place), href };
  }
  throw new Error(`Of ${all.length} links none leads to what is not known: ${hrefs.join(' ')}`);
}

/** The call by which a page asks for what it shows. */
function callOf(href: string): string {
  return `/api${href.replace(/^\/catalogue(?=\?|$)/, '/search')}`;
}

/** The same in whatever order the address has its parameters, and however it is written. */
function nameOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://shop.example');
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}
