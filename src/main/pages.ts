/** The built pages: files for the browser, and rendering for everything else. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import type { PolicyOrigins } from '#server/adapters/identity/firebase.ts';
import type { AnswerCache, Made } from '#server/platform/cache/answer-cache.ts';
import { askedOf } from '#server/platform/cache/answer-first.ts';
import { RETRY_AFTER_OUTAGE_SECONDS } from '#server/platform/serve/failure.ts';
import { buildPages } from './build-pages.ts';
import type { Build } from './builds.ts';
import { watchCalls } from './watch-calls.ts';

type RenderContext = { readonly api: Client<ShopTable>; readonly origin: string };
/** What `vite build` makes of src/web/server-entry.ts. */
export type PagesEntry = { fetch(request: Request, options: { context: RenderContext }): Promise<Response> };

export type PagesSettings = {
  readonly api: Client<ShopTable>;
  /** Keeps pages until what they show has changed; none are kept, unless told. */
  readonly answers?: AnswerCache;
  readonly origin: string;
  /** Whether the payment provider's own script and frames are needed. */
  readonly stripe: boolean;
  /** Where pictures may come from beside the shop itself: origins, or `https:` for everywhere. */
  readonly pictureOrigins: readonly string[];
  /** What signing in reaches at a hosted identity provider; nothing, unless told. */
  readonly identityOrigins?: PolicyOrigins;
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

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 365 * DAY_SECONDS;

/** Loads the built rendering code. */
async function loadPages(dir: string): Promise<PagesEntry> {
  const module: { default: PagesEntry } = await import(pathToFileURL(join(dir, 'server/server.js')).href);
  return module.default;
}

/** Serves `/assets/*` and other built files, and renders every other address. */
export function pagesApp(entry: PagesEntry, root: string, settings: PagesSettings): PagesApp {
  const app: PagesApp = new Hono();
  app.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      // Their names change with their content.
      onFound: (_path, c) => c.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`),
    }),
  );
  app.use(
    '/pictures/*',
    // Their names stay when they are rendered anew.
    serveStatic({ root, onFound: (_path, c) => c.header('cache-control', `public, max-age=${DAY_SECONDS}`) }),
  );
  for (const files of ['/assets/*', '/pictures/*']) app.get(files, (c) => c.text('Not found', 404));
  app.get(
    '/*',
    serveStatic({ root, precompressed: true, onFound: (_path, c) => c.header('cache-control', 'no-cache') }),
  );
  app.use(compress());
  app.all('*', async (c) => {
    const request = c.req.raw;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const { answers } = settings;
    const asked = answers === undefined ? undefined : askedOf(c.env.incoming);
    if (answers === undefined || asked === undefined) {
      return (await renderPage(entry, settings, request)).response;
    }
    return answers.through(asked, () => renderPage(entry, settings, request));
  });
  return app;
}

async function renderPage(entry: PagesEntry, settings: PagesSettings, request: Request): Promise<Made> {
  const { api, shown, outage } = watchCalls(settings.api);
  const page = await entry.fetch(anonymous(request), { context: { api, origin: settings.origin } });
  const headers = new Headers(page.headers);
  // What the page needs is not there just now: the page says so, and machines are told to come back.
  const met = page.status >= 500 ? outage() : undefined;
  const status = met === undefined ? page.status : 503;
  if (met !== undefined)
    headers.set('retry-after', String(met.retryAfterSeconds ?? RETRY_AFTER_OUTAGE_SECONDS));
  headers.set('x-content-type-options', 'nosniff');
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  // The sign-in popup of a provider must be able to answer its opener.
  headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  headers.set('cache-control', 'no-cache');
  if (settings.origin.startsWith('https:'))
    headers.set('strict-transport-security', `max-age=${YEAR_SECONDS}`);
  if (!headers.get('content-type')?.startsWith('text/html')) {
    return { response: new Response(page.body, { status, headers }), shown: undefined };
  }
  const html = await page.text();
  headers.set('content-security-policy', contentSecurityPolicy(html, settings));
  headers.delete('content-length');
  return { response: new Response(html, { status, headers }), shown: shown() };
}

/** Pages are rendered for the anonymous caller: the same address gives the same bytes to everyone. */
function anonymous(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  headers.delete('authorization');
  return new Request(readable(request.url), { method: 'GET', headers });
}

/** An address whose path no one can decode is no page; it is shown the page that says so. */
function readable(url: string): string {
  try {
    decodeURIComponent(new URL(url).pathname);
    return url;
  } catch {
    return new URL('/no-such-page', url).href;
  }
}

const NO_ORIGINS: PolicyOrigins = { scripts: [], calls: [], frames: [] };

/** A policy that allows the page's own files and, by their hashes, the scripts that stand in this very page. */
export function contentSecurityPolicy(
  html: string,
  {
    stripe,
    pictureOrigins,
    identityOrigins: identity = NO_ORIGINS,
  }: Pick<PagesSettings, 'stripe' | 'pictureOrigins' | 'identityOrigins'>,
): string {
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  const stripeScript = stripe ? ['https://js.stripe.com'] : [];
  const stripeFrames = stripe ? ['https://js.stripe.com', 'https://hooks.stripe.com'] : [];
  const stripeCalls = stripe ? ['https://api.stripe.com'] : [];
  const frames = [...stripeFrames, ...identity.frames];
  return [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...hashes, ...stripeScript, ...identity.scripts],
    ['style-src', "'self'"],
    // React sets widths and positions through the style attribute.
    ['style-src-attr', "'unsafe-inline'"],
    ['img-src', "'self'", 'data:', 'blob:', ...pictureOrigins],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...stripeCalls, ...identity.calls],
    ['frame-src', ...(frames.length > 0 ? frames : ["'none'"])],
    ['object-src', "'none'"],
    ['base-uri', "'self'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
  ]
    .map((directive) => directive.join(' '))
    .join('; ');
}
