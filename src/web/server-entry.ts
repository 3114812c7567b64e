/**
 * The rendering side of the pages, as the host calls it: `render(request, { api, origin, secret })`, and `isRead(name)`
 * for what stands behind the `?` of an address.
 *
 * Pages are rendered whole, for the anonymous caller, and never look at cookies: the same address gives the same bytes
 * to everyone.
 */

import {
  defineHandlerCallback,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { createStartHandler } from '@tanstack/react-start/server';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { isRead } from './addresses/names-in-addresses.ts';
import { scriptAfterPaint } from './document/after-paint.ts';
import { cutText } from './document/page-text.ts';
import { loadedNow } from './document/rendered-when.ts';
import { cutAtMarks, type StockSlot } from './document/stock-slots.ts';

/** What a page needs from the host to be rendered. */
export type RenderContext = {
  /** The operations as the anonymous caller has them, in this process. */
  readonly api: Client<ShopTable>;
  /** Where the shop is reached from outside, without a slash at the end (`https://shop.example`). */
  readonly origin: string;
  /** Nobody knows it before. The `nonce` of the page's own scripts, by which the host tells them from any others; '' for none. */
  readonly secret: string;
};

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: RenderContext };
  }
}

/** A page as text in pieces, none of which ends within a script that is run; there is none where the page leads elsewhere. */
export type RenderedPage = {
  readonly status: number;
  readonly headers: Headers;
  readonly pieces: readonly (string | StockSlot)[];
  /** Whether there is a slot for each number of units for sale that the page tells. */
  readonly followsStock: boolean;
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Whether the page tells units for sale by `UnitsForSale` alone, and has one of that part wherever anything else follows from
     * its stock; nothing of that may be another where `isOnlyAnotherNumber` says that only the number is.
     */
    readonly followsStock?: boolean;
  }
}

type Rendered = { readonly text: string; readonly followsStock: boolean };
/**
 * What answers that have been rendered are to say. Put into the answer, a text of 100 kB would be made bytes, and text again for
 * each that looks at it.
 */
const renderings = new WeakMap<Response, Rendered>();

/**
 * Takes it out: the framework's answer outlives the collections of young objects, since old ones lead to it, and each text that
 * stayed with it was kept among the old, to be looked for there. A list took a fifth longer.
 */
function takeRendering(answer: Response): Rendered | undefined {
  const rendering = renderings.get(answer);
  renderings.delete(answer);
  return rendering;
}

const renderPage = defineHandlerCallback(async ({ router, responseHeaders }) => {
  try {
    const html = renderToString(createElement(RouterServer, { router }));
    const text = await transformHtmlStringWithRouter(router, html);
    const answer = new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
    const followsStock = router.state.matches.at(-1)?.staticData.followsStock === true;
    renderings.set(answer, { text, followsStock });
    return answer;
  } finally {
    router.serverSsr?.cleanup();
  }
});

const handle = createStartHandler(renderPage);

export default {
  isRead,
  async render(request: Request, context: RenderContext): Promise<RenderedPage> {
    const answer = await handle(request, { context });
    const { status, headers } = answer;
    const { text, followsStock } = takeRendering(answer) ?? {
      text: await answer.text(),
      followsStock: false,
    };
    // The framework gives our answer on as it is, unless something in a page were to set headers of its own.
    if (text === '' && headers.has('content-type')) throw new Error('The text of a rendered page was lost');
    const { head, shown, scripts } = loadedNow(scriptAfterPaint(cutText(text)));
    const pieces = [
      head,
      ...cutAtMarks(shown, context.secret),
      ...cutAtMarks(scripts, context.secret),
    ].filter((piece) => piece !== '');
    return { status, headers: new Headers(headers), pieces, followsStock };
  },
};
