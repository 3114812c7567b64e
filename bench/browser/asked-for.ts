/** What a browser has asked the shop for, so that a walk can go where it has not been: the pages keep an answer for 5 minutes. */
import type { BrowserContext, Locator } from 'playwright-core';

/** Whether what a page of the catalogue shows, a list or a part, has been asked for by script, be it ahead. */
export type WasAsked = (href: string) => boolean;

export type Goal = { readonly link: Locator; readonly href: string };

/** Notes it from now on. */
export function noteAsked(context: BrowserContext): WasAsked {
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(nameOf(request.url())));
  return (href) => asked.has(nameOf(callOf(href)));
}

/**
 * Of these links the first, from the given place on and round, to what has not been asked for.
 *
 * @throws Error where there is none
 */
export async function newAmong(links: Locator, from: number, wasAsked: WasAsked): Promise<Goal> {
  const all = await links.all();
  const hrefs = await Promise.all(all.map((link) => link.getAttribute('href')));
  for (let at = 0; at < all.length; at += 1) {
    const place = (from + at) % all.length;
    const href = hrefs[place];
    if (href != null && !wasAsked(href)) return { link: links.nth(place), href };
  }
  throw new Error(`Of ${all.length} links none leads to what has not been asked for: ${hrefs.join(' ')}`);
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
