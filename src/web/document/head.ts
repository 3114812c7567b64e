/** Titles, descriptions and canonical addresses of pages. */
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';

/** Where the shop is reached from outside, without a slash at the end. */
export const shopOrigin = createIsomorphicFn()
  .server((): string => getGlobalStartContext()?.origin ?? '')
  .client((): string => window.location.origin);

export type PageHead = {
  /** Without the shop's name, which is put behind it. */
  readonly title: string;
  /** One or two sentences for search results; at most 160 characters are shown there. */
  readonly description?: string | undefined;
  /** The address that this page should be known by: a path with the part of the query that matters. */
  readonly canonical?: string | undefined;
  /** Shown with the page where it is shared: a path of the shop, or an address elsewhere. */
  readonly image?: string | undefined;
  /** Kept out of search engines (pages behind sign-in, lists narrowed by search). */
  readonly noIndex?: boolean;
  /** What its first screen needs besides what every page has (`typefaces.ts`). */
  readonly preload?: { readonly rel: string; readonly href: string } | undefined;
  /** Structured data (schema.org), as plain values; for machines, so only where the page is rendered (`import.meta.env.SSR`). */
  readonly structuredData?: Readonly<Record<string, unknown>> | false | undefined;
};

/**
 * What a route's `head` gives back: `head: ({ match }) => pageHead(match.context, { … })`. `context` is the route
 * context, where the root put the shop's name and origin.
 */
export function pageHead(
  { shopName, origin }: { readonly shopName: string; readonly origin: string },
  page: PageHead,
) {
  const title = `${page.title} · ${shopName}`;
  const canonical = page.canonical === undefined ? undefined : `${origin}${page.canonical}`;
  return {
    meta: [
      { title },
      ...(page.description === undefined
        ? []
        : [
            { name: 'description', content: page.description },
            { property: 'og:description', content: page.description },
          ]),
      { property: 'og:title', content: title },
      ...(canonical === undefined ? [] : [{ property: 'og:url', content: canonical }]),
      ...(page.image === undefined
        ? []
        : [{ property: 'og:image', content: new URL(page.image, origin).href }]),
      ...(page.noIndex === true ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(page.structuredData ? [{ 'script:ld+json': page.structuredData }] : []),
    ],
    links: [
      ...(canonical === undefined ? [] : [{ rel: 'canonical', href: canonical }]),
      ...(page.preload === undefined ? [] : [page.preload]),
    ],
  };
}
