/**
 * What the shop tells search engines: `/robots.txt`, and the addresses of all public pages (sitemaps.org, protocol 0.9).
 * Parts are told in pieces by their ids, so that a piece stays what it is while others are added.
 */
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { numberSlugOf } from '#domain/catalogue/part-number.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { failureOfFault, type ServeLog } from '#server/platform/serve/failure.ts';
import { lastPartId, partsBetween } from '#server/read-models/sitemap.ts';
import type { ShopDeps } from '#server/shop-deps.ts';

/** Ids in one piece. The protocol allows 50,000 addresses and 50 MB. */
const IDS_PER_PIECE = 20_000;
const HOUR_SECONDS = 3_600;
const PAGES = ['/', '/catalogue', '/reviews', '/blog', '/portfolio'];
/** Only for people who are signed in, or no pages at all. */
const KEPT_OUT = ['/api/', '/dashboard', '/parts/', '/login', '/signup'];

/** The addresses that this answers. */
export const SITEMAP_PATHS = ['/robots.txt', '/sitemap.xml', '/sitemap/*'];

type SitemapDeps = Pick<ShopDeps, 'databases'> & {
  /** Where people reach the shop, without a slash at the end. */
  readonly origin: string;
  readonly log: ServeLog;
};

/** Answers `/robots.txt`, `/sitemap.xml` and the pieces that it names; a piece beyond the last part is 404. */
export function sitemapApp({ databases, origin, log }: SitemapDeps): Hono {
  const app = new Hono();
  app.use(compress());
  app.use(async (c, next) => {
    await next();
    c.header('cache-control', c.res.ok ? `public, max-age=${HOUR_SECONDS}` : 'no-store');
    c.header('x-content-type-options', 'nosniff');
  });
  app.get('/robots.txt', (c) =>
    c.text(
      `User-agent: *\n${KEPT_OUT.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`,
    ),
  );
  app.get('/sitemap.xml', async () => {
    const pieces = Math.ceil((await lastPartId(databases.read)) / IDS_PER_PIECE);
    const names = ['pages', ...Array.from({ length: pieces }, (_, index) => `parts-${index + 1}`)];
    return xml(
      'sitemapindex',
      'sitemap',
      names.map((name) => ({ path: `/sitemap/${name}.xml` })),
      origin,
    );
  });
  app.get('/sitemap/pages.xml', () =>
    xml(
      'urlset',
      'url',
      PAGES.map((path) => ({ path })),
      origin,
    ),
  );
  app.get('/sitemap/:piece{parts-[1-9][0-9]{0,6}\\.xml}', async (c) => {
    const piece = Number(/\d+/.exec(c.req.param('piece'))?.[0]);
    const afterId = (piece - 1) * IDS_PER_PIECE;
    if (afterId >= (await lastPartId(databases.read))) return c.notFound();
    const parts = await partsBetween(databases.read, afterId, afterId + IDS_PER_PIECE);
    const entries = parts.map((part) => ({
      path: `/catalogue/${part.brand_slug}/${numberSlugOf(part.part_number)}`,
      changedAt: part.updated_at,
    }));
    return xml('urlset', 'url', entries, origin);
  });
  app.all('*', (c) => c.text('Not found\n', 404));
  app.onError((error) => {
    const failure = failureOfFault(log, 'sitemap', '', error);
    return new Response('Not available just now\n', {
      status: failure.status,
      headers: { ...failure.headers, 'content-type': 'text/plain; charset=utf-8' },
    });
  });
  return app;
}

type Entry = { readonly path: string; readonly changedAt?: Date };

function xml(
  list: 'urlset' | 'sitemapindex',
  item: 'url' | 'sitemap',
  entries: readonly Entry[],
  origin: string,
) {
  const lines = entries.map(({ path, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
    return `<${item}><loc>${escapeHtml(origin + path)}</loc>${changed}</${item}>\n`;
  });
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${list}>\n`,
    { headers: { 'content-type': 'application/xml; charset=utf-8' } },
  );
}
