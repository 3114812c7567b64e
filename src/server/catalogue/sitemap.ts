/**
 * What the shop tells search engines: `/robots.txt`, and the addresses of all public pages (sitemaps.org, protocol 0.9).
 * Parts, brands and vehicles are told in pieces by their ids, so that a piece stays what it is while others are added.
 */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { numberSlugOf, slugOf } from '#domain/catalogue/part-number.ts';
import { VEHICLE_KINDS } from '#domain/vehicles/vehicle.ts';
import { KIND_SLUGS, vehicleSlugOf } from '#domain/vehicles/vehicle-slug.ts';
import type { AnswerCache } from '#server/platform/cache/answer-cache.ts';
import { askedAs } from '#server/platform/cache/answer-first.ts';
import { type Made, responseOf } from '#server/platform/cache/made-answer.ts';
import { ownBytes } from '#server/platform/cache/own-bytes.ts';
import { type Shown, STEADY } from '#server/platform/cache/shown.ts';
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

/** Ids in one piece. The protocol allows 50,000 addresses and 50 MB; one that is much larger than this is not kept. */
const IDS_PER_PIECE = 5_000;
const HOUR_SECONDS = 3_600;
/** Models in their one piece, which has their makes, too. */
const MAX_MODELS = 40_000;
const PAGES = [
  '/',
  '/catalogue',
  '/catalogue/categories',
  '/catalogue/brands',
  '/catalogue/vehicles',
  ...VEHICLE_KINDS.map((kind) => `/catalogue/vehicles/${KIND_SLUGS[kind]}`),
  '/reviews',
  '/blog',
  '/portfolio',
];
/** Only for people who are signed in, or no pages at all. */
const KEPT_OUT = ['/api/', '/dashboard', '/parts/', '/login', '/signup'];

/** The addresses that this answers. */
export const SITEMAP_PATHS = ['/robots.txt', '/sitemap.xml', '/sitemap/*'];

type SitemapDeps = Pick<ShopDeps, 'databases'> & {
  /** Keeps what is told until it is no longer so. */
  readonly answers: AnswerCache;
  /** Where people reach the shop, without a slash at the end. */
  readonly origin: string;
  readonly log: ServeLog;
};

/** When a part was changed is told, and what changes it: its price, what is said of it. */
const CHANGES_OF_PARTS: Shown = { ...STEADY, prices: true, words: true };

/** Answers `/robots.txt`, `/sitemap.xml` and the pieces that it names; a piece beyond the last part is 404. */
export function sitemapApp({ databases, answers, origin, log }: SitemapDeps) {
  const db = databases.read;
  const pieces = piecesOf(db);
  const app = new Hono<{ Bindings: HttpBindings }>();
  const kept = (
    c: Context<{ Bindings: HttpBindings }>,
    shown: Shown,
    make: () => Promise<string | undefined>,
  ) => {
    const asked = askedAs(c.env.incoming, c.req.url);
    const made = async () => madeOf(shown, await make());
    // Nothing behind the path makes another answer.
    return asked === undefined
      ? made().then(responseOf)
      : answers.through({ ...asked, address: c.req.path }, made);
  };
  app.get('/robots.txt', (c) =>
    c.text(
      `User-agent: *\n${KEPT_OUT.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`,
      { headers: KEPT_FOR_AN_HOUR },
    ),
  );
  const urls = (entries: readonly Entry[]) => xml('urlset', 'url', entries, origin);
  app.get('/sitemap.xml', (c) =>
    kept(c, STEADY, async () => {
      const numbered = await Promise.all(
        Object.entries(pieces).map(async ([name, { lastId }]) =>
          Array.from({ length: Math.ceil((await lastId()) / IDS_PER_PIECE) }, (_, at) => `${name}-${at + 1}`),
        ),
      );
      const names = ['pages', 'categories', 'models', ...numbered.flat()];
      const entries = names.map((name) => ({ path: `/sitemap/${name}.xml` }));
      return xml('sitemapindex', 'sitemap', entries, origin);
    }),
  );
  app.get('/sitemap/pages.xml', (c) => kept(c, STEADY, async () => urls(PAGES.map((path) => ({ path })))));
  app.get('/sitemap/categories.xml', (c) =>
    kept(c, STEADY, async () => {
      const types = await typesWithParts(db);
      const slugs = [
        ...new Set(types.map(({ category }) => slugOf(category))),
        ...types.map(({ code }) => code),
      ];
      return urls(slugs.map((slug) => ({ path: `/catalogue/categories/${encodeURIComponent(slug)}` })));
    }),
  );
  app.get('/sitemap/models.xml', (c) =>
    kept(c, STEADY, async () => {
      const models = await modelsWithParts(db, MAX_MODELS);
      const makes = new Set(models.map(({ kind, make }) => vehiclePath(kind, make)));
      const paths = [...makes, ...models.map(({ kind, make, model }) => vehiclePath(kind, make, model))];
      return urls(paths.map((path) => ({ path })));
    }),
  );
  app.get('/sitemap/:piece{(parts|brands|vehicles)-[1-9][0-9]{0,6}\\.xml}', (c) => {
    const [name = '', number] = c.req.param('piece').split(/[-.]/);
    return kept(c, name === 'parts' ? CHANGES_OF_PARTS : STEADY, async () => {
      const piece = pieces[name];
      const afterId = (Number(number) - 1) * IDS_PER_PIECE;
      if (piece === undefined || afterId >= (await piece.lastId())) return undefined;
      return urls(await piece.between(afterId, afterId + IDS_PER_PIECE));
    });
  });
  app.all('*', () => notFound());
  app.onError((error) => {
    const failure = failureOfFault(log, 'sitemap', '', error);
    return new Response('Not available just now\n', {
      status: failure.status,
      headers: { ...failure.headers, ...NOT_KEPT },
    });
  });
  return app;
}

const KEPT_FOR_AN_HOUR = {
  'cache-control': `public, max-age=${HOUR_SECONDS}`,
  'x-content-type-options': 'nosniff',
};
const NOT_KEPT = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

const notFound = () => new Response('Not found\n', { status: 404, headers: NOT_KEPT });

/** A piece, or that there is none. */
function madeOf(shown: Shown, text: string | undefined): Made {
  if (text === undefined) return notFound();
  const headers = { 'content-type': 'application/xml; charset=utf-8', ...KEPT_FOR_AN_HOUR };
  return { bytes: ownBytes(text), headers: new Map(Object.entries(headers)), shown, givesWay: true };
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
): string {
  const lines = entries.map(({ path, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
    return `<${item}><loc>${escapeHtml(origin + path)}</loc>${changed}</${item}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${list}>\n`;
}
