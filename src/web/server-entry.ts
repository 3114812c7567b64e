/**
 * The rendering side of the pages, as the host calls it: `fetch(request, { context: { api, origin } })`.
 *
 * Pages are rendered whole, for the anonymous caller, and never look at cookies: the same address gives the same bytes
 * to everyone.
 */

import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server';
import { createServerEntry } from '@tanstack/react-start/server-entry';
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { scriptAfterPaint } from './after-paint.ts';

/** What a page needs from the host to be rendered. */
export type RenderContext = {
  /** The operations as the anonymous caller has them, in this process. */
  readonly api: Client<ShopTable>;
  /** Where the shop is reached from outside, without a slash at the end (`https://shop.example`). */
  readonly origin: string;
  /** The `nonce` of the page's own scripts while it is rendered, by which the host tells them from any others; '' for none. */
  readonly scriptMark: string;
};

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: RenderContext };
  }
}

const render = createStartHandler(defaultRenderHandler);

export default createServerEntry({
  async fetch(request, options) {
    const page = await render(request, options);
    if (!page.headers.get('content-type')?.startsWith('text/html')) return page;
    const { status, headers } = page;
    return new Response(scriptAfterPaint(await page.text()), { status, headers });
  },
});
