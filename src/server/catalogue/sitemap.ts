/**
 * What the shop tells search engines: `/robots.txt`, and the addresses of all public pages (sitemaps.org, protocol 0.9).
 * Parts, brands and vehicles are told in pieces by their ids, so that a piece stays what it is while others are added.
 */
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { numberSlugOf, slugOf } from '#domain/catalogue/part-number.ts';
import { KIND_SLUGS, KINDS, vehicleSlugOf } from '#domain/vehicles/vehicle-slug.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { failureOfFault, type ServeLog } from '#server/platform/serve/failure.ts';
import {
  brandsBetween,
  lastBrandId,
  lastPartId,
  lastVehicleId,
  modelsWithParts,
  partsBetween,
  type SitemapVehicle,
  typesWithParts,
  vehiclesBetween,
} from '#server/read-models/sitemap.ts';
import type { ShopDeps } from '#server/shop-deps.ts';

/** Ids in one piece. The protocol allows 50,000 addresses and 50 MB. */
const IDS_PER_PIECE = 20_000;
const HOUR_SECONDS = 3_600;
/** Models in their one piece, which has their makes, too. */
const MAX_MODELS = 40_000;
const PAGES = [
  '/',
  '/catalogue',
  '/catalogue/categories',
  '/catalogue/brands',
  '/catalogue/vehicles',
  ...KINDS.map((kind) => `/catalogue/vehicles/${KIND_SLUGS[kind]}`),
  '/reviews',
  '/blog',
  '/portfolio',
];
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
  const db = databases.read;
  const pieces = piecesOf(db);
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
    const numbered = await Promise.all(
      Object.entries(pieces).map(async ([name, { lastId }]) =>
        Array.from({ length: Math.ceil((await lastId()) / IDS_PER_PIECE) }, (_, at) => `${name}-${at + 1}`),
      ),
    );
    const names = ['pages', 'categories', 'models', ...numbered.flat()];
    return xml(
      'sitemapindex',
      'sitemap',
      names.map((name) => ({ path: `/sitemap/${name}.xml` })),
      origin,
    );
  });
  const urls = (entries: readonly Entry[]) => xml('urlset', 'url', entries, origin);
  app.get('/sitemap/pages.xml', () => urls(PAGES.map((path) => ({ path }))));
  app.get('/sitemap/categories.xml', async () => {
    const types = await typesWithParts(db);
    const slugs = [
      ...new Set(types.map(({ category }) => slugOf(category))),
      ...types.map(({ code }) => code),
    ];
    return urls(slugs.map((slug) => ({ path: `/catalogue/categories/${encodeURIComponent(slug)}` })));
  });
  app.get('/sitemap/models.xml', async () => {
    const models = await modelsWithParts(db, MAX_MODELS);
    const makes = new Set(models.map(({ kind, make }) => vehiclePath(kind, make)));
    const paths = [...makes, ...models.map(({ kind, make, model }) => vehiclePath(kind, make, model))];
    return urls(paths.map((path) => ({ path })));
  });
  app.get('/sitemap/:piece{(parts|brands|vehicles)-[1-9][0-9]{0,6}\\.xml}', async (c) => {
    const [name = '', number] = c.req.param('piece').split(/[-.]/);
    const piece = pieces[name];
    const afterId = (Number(number) - 1) * IDS_PER_PIECE;
    if (piece === undefined || afterId >= (await piece.lastId())) return c.notFound();
    return urls(await piece.between(afterId, afterId + IDS_PER_PIECE));
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

/** What is told in pieces: its last id, and the addresses of those after an id up to and with another. */
type Pieces = Readonly<
  Record<
    string,
    {
      readonly lastId: () => Promise<number>;
      readonly between: (after: number, upTo: number) => Promise<Entry[]>;
    }
  >
>;

function piecesOf(db: ShopDeps['databases']['read']): Pieces {
  return {
    brands: {
      lastId: () => lastBrandId(db),
      between: async (after, upTo) =>
        (await brandsBetween(db, after, upTo)).map((slug) => ({ path: `/catalogue/${slug}` })),
    },
    vehicles: {
      lastId: () => lastVehicleId(db),
      between: async (after, upTo) =>
        (await vehiclesBetween(db, after, upTo)).map(({ kind, make, model, year }) => ({
          path: vehiclePath(kind, make, model, String(year)),
        })),
    },
    parts: {
      lastId: () => lastPartId(db),
      between: async (after, upTo) =>
        (await partsBetween(db, after, upTo)).map((part) => ({
          path: `/catalogue/${part.brand_slug}/${numberSlugOf(part.part_number)}`,
          changedAt: part.updated_at,
        })),
    },
  };
}

function vehiclePath(kind: SitemapVehicle['kind'], ...names: readonly string[]): string {
  const slugs = names.map((name) => encodeURIComponent(vehicleSlugOf(name)));
  return ['/catalogue/vehicles', KIND_SLUGS[kind], ...slugs].join('/');
}

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
