/** The built pages: files for the browser, and rendering for everything else. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HttpBindings } from '@hono/node-server';
import { Semaphore, withTimeout } from 'async-mutex';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { isOwnPath } from '#domain/own-path.ts';
import type { AnswerCache } from '#server/platform/cache/answer-cache.ts';
import { askedAs } from '#server/platform/cache/answer-first.ts';
import { type Made, responseOf } from '#server/platform/cache/made-answer.ts';
import { RETRY_AFTER_OUTAGE_SECONDS } from '#server/platform/serve/failure.ts';
import { buildPages } from './build-pages.ts';
import type { Build } from './builds.ts';
import { type PagePiece, pageBytes, textOf } from './page-bytes.ts';
import { contentSecurityPolicy, PERMISSIONS, type PolicySettings, withoutNonce } from './page-policy.ts';
import { staticFiles } from './static-files.ts';
import { watchCalls } from './watch-calls.ts';

type RenderContext = {
  readonly api: Client<ShopTable>;
  readonly origin: string;
  /**
   * Tells what is the page's own while it is rendered: on its scripts it is the `nonce`, which is taken off again
   * (`contentSecurityPolicy`), and before numbers of stock it makes the mark at which the page is cut.
   */
  readonly secret: string;
};
type RenderedPage = {
  readonly status: number;
  readonly headers: Headers;
  /** The page's text, cut nowhere within a script that is run; none where the page leads elsewhere. */
  readonly pieces: readonly PagePiece[];
  /** Whether it has a slot for each number of units for sale that it tells; not, unless told. */
  readonly followsStock?: boolean;
};
/** What `vite build` makes of src/web/server-entry.ts. */
export type PagesEntry = {
  render(request: Request, context: RenderContext): Promise<RenderedPage>;
  /** Whether any page reads what stands under this name behind the `?` of an address. */
  isRead(name: string): boolean;
};

export type PagesSettings = PolicySettings & {
  readonly api: Client<ShopTable>;
  /** Keeps pages until what they show has changed; none are kept, unless told. */
  readonly answers?: AnswerCache;
  readonly origin: string;
};

export type PagesApp = Hono<{ Bindings: HttpBindings }>;
/** Pages that are ready to be opened. */
export type Pages = {
  /** What was done for them, in words for the one who waits. */
  readonly description: string;
  open(settings: PagesSettings): Promise<PagesApp>;
  close(): Promise<void>;
};
export type MakePages = () => Promise<Pages>;

/** The pages as they are used: built when their sources have changed. */
export const builtPages: MakePages = async () => pagesOfBuild(await buildPages());

/** The pages of a build, which they keep until they are closed. */
export function pagesOfBuild(build: Build): Pages {
  return {
    description: build.isNew ? 'built' : 'as built before',
    open: async (settings) => pagesApp(await loadPages(build.dir), join(build.dir, 'client'), settings),
    async close() {
      build.release();
    },
  };
}

/**
 * So many pages are rendered at a time. One that is begun takes some megabytes until it is done, and all of them together
 * are done no sooner for being begun at once: while one waits for the database another has the processor.
 */
const RENDERED_AT_ONCE = 4;
/**
 * Who has waited for so long goes ahead: those before may wait for something else, such as a database that is away. Where they
 * are only too many, the event loop is late from then on, and the shop sheds load.
 */
const WAITS_AT_MOST_MS = 1_000;

/** Loads the built rendering code. */
async function loadPages(dir: string): Promise<PagesEntry> {
  const module: { default: PagesEntry } = await import(pathToFileURL(join(dir, 'server/server.js')).href);
  return module.default;
}

/** Serves `/assets/*` and other built files, and renders every other address. */
export function pagesApp(entry: PagesEntry, root: string, settings: PagesSettings): PagesApp {
  const app: PagesApp = new Hono();
  app.route('/', staticFiles(root));
  app.use(compress());
  const turns = withTimeout(new Semaphore(RENDERED_AT_ONCE), WAITS_AT_MOST_MS);
  const render = async (url: string): Promise<Made> => {
    const turn = await turns.acquire().catch(() => undefined);
    try {
      return await renderPage(entry, settings, withoutUnread(url, entry.isRead));
    } finally {
      // In a later turn of the event loop: pages that wait for nothing would all be rendered before the first is sent.
      if (turn !== undefined) setImmediate(turn[1]);
    }
  };
  app.all('*', async (c) => {
    const request = c.req.raw;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const { answers } = settings;
    const asked = answers === undefined ? undefined : askedAs(c.env.incoming, request.url);
    if (answers === undefined || asked === undefined) return responseOf(await render(request.url));
    const address = withoutUnread(asked.address, entry.isRead);
    return answers.through({ ...asked, address }, () => render(request.url));
  });
  return app;
}

async function renderPage(entry: PagesEntry, settings: PagesSettings, url: string): Promise<Made> {
  const { api, shown, sinceMs, confirm, outage } = watchCalls(settings.api);
  const { origin } = settings;
  const secret = randomBytes(18).toString('base64url');
  const page = await entry.render(anonymous(url, origin), { api, origin, secret }).catch(failedPage);
  const { headers } = page;
  // What the page needs is not there just now: the page says so, and machines are told to come back.
  const met = page.status >= 500 ? outage() : undefined;
  const status = met === undefined ? page.status : 503;
  if (met !== undefined)
    headers.set('retry-after', String(met.retryAfterSeconds ?? RETRY_AFTER_OUTAGE_SECONDS));
  // The sign-in popup of a provider must be able to answer its opener.
  headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
  headers.set('permissions-policy', PERMISSIONS);
  headers.set('cache-control', 'no-cache');
  headers.delete('content-length');
  const location = headers.get('location');
  if (location !== null) headers.set('location', pathOnly(location, origin));
  if (!headers.get('content-type')?.startsWith('text/html'))
    return new Response(bodyOf(page.pieces), { status, headers });
  const texts = page.pieces.filter((piece) => typeof piece === 'string');
  headers.set('content-security-policy', contentSecurityPolicy(texts, secret, settings));
  const html = page.pieces.map((piece) => (typeof piece === 'string' ? withoutNonce(piece, secret) : piece));
  const shows = shown();
  if (status !== 200 || shows === undefined) return new Response(bodyOf(html), { status, headers });
  const { bytes, tag, restock } = pageBytes(html);
  return {
    ...{ bytes, tag, headers: new Map(headers), shown: shows, sinceMs: sinceMs(), confirm },
    restock: page.followsStock === true ? restock : undefined,
  };
}

/** Nothing at all where there is no text: some answers may have no body. */
export const bodyOf = (pieces: readonly PagePiece[]): string | null =>
  pieces.length === 0 ? null : pieces.map(textOf).join('');

/** Not even a page that says so could be rendered. */
function failedPage(error: unknown): RenderedPage {
  console.error('A page could not be rendered:', error);
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  return { status: 500, headers, pieces: ['Internal Server Error'] };
}

/**
 * Where a redirect of the router leads: always to a path, so that it leads to wherever people reach the shop.
 *
 * @throws Error where it would leave the shop
 */
function pathOnly(location: string, shop: string): string {
  const { origin, href } = new URL(location, shop);
  const path = href.slice(origin.length);
  if (origin !== new URL(shop).origin || !isOwnPath(path))
    throw new Error('A page redirects out of the shop');
  return path;
}

/**
 * Pages are rendered for the anonymous caller, by path and query alone: the same address gives the same bytes to everyone,
 * whatever host, cookies and other headers a request names.
 */
function anonymous(url: string, origin: string): Request {
  return new Request(pageAddress(url, origin), { headers: { accept: 'text/html' } });
}

/**
 * The address without what no page reads, so that whoever comes by one is given the page that is kept: newsletters and
 * advertisements put something behind the addresses that they lead to, often another one for each click.
 */
export function withoutUnread(address: string, isRead: PagesEntry['isRead']): string {
  const [path = '', query] = address.split(/\?(.*)/s);
  if (query === undefined) return address;
  const read = query.split('&').filter((pair) => isRead(nameIn(pair)));
  return read.length === 0 ? path : `${path}?${read.join('&')}`;
}

function nameIn(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}

/**
 * The address of a page at the shop's own origin. One whose path no one can decode is no page, nor is one that begins with
 * two slashes, which would be another host's where somebody follows it as it stands: they are shown the page that says so.
 */
function pageAddress(url: string, origin: string): string {
  const { pathname, search } = new URL(url);
  try {
    if (isOwnPath(decodeURIComponent(pathname))) return new URL(`${pathname}${search}`, origin).href;
  } catch {
    // Not decodable.
  }
  return new URL('/no-such-page', origin).href;
}
