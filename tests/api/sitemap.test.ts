/** What search engines are told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePart } from '../factories/parts.ts';
import { listFor, vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let sold: string;
let deleted: string;
beforeAll(async () => {
  shop = await openTestShop({ env: { ANSWER_CACHE_MB: '8' } });
  admin = await shop.person('admin');
  sold = await makePart(shop, admin, { brand: 'R&D Parts', partNumber: 'A/1.2-3' });
  const vehicle = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
  await listFor(shop, await makePart(shop, admin, { brand: 'Kolb', partType: 'brake-disc' }), vehicle);
  deleted = await makePart(shop, admin, { brand: 'R&D Parts', partNumber: 'GONE 1' });
  await shop.call('DELETE', `/parts/${deleted}`, { token: admin.token });
});
afterAll(() => shop.close());

const get = async (path: string) => {
  const answer = await fetch(path.startsWith('http') ? path : shop.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((found) => found[1]);

it('robots.txt keeps out what is not public and names the sitemap', async () => {
  const robots = await get('/robots.txt');
  expect(robots).toMatchObject({ status: 200 });
  expect(robots.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(robots.text).toContain('Disallow: /dashboard\n');
  expect(robots.text).toContain(`Sitemap: ${shop.url}/sitemap.xml\n`);
});

it('the sitemap leads to every public page and every part that is sold', async () => {
  const index = await get('/sitemap.xml');
  expect(index.headers.get('content-type')).toMatch(/^application\/xml/);
  const told: (string | undefined)[] = [];
  for (const piece of addresses(index.text)) told.push(...addresses((await get(piece ?? '')).text));
  const part = (await shop.call('GET', `/parts/${sold}`)).body as {
    brandSlug: string;
    partNumberSlug: string;
  };
  expect(told).toContain(`${shop.url}/`);
  expect(told).toContain(`${shop.url}/catalogue/${part.brandSlug}/${part.partNumberSlug}`);
  expect(told.filter((address) => address?.includes('gone-1'))).toEqual([]);
  expect(new Set(told).size).toBe(told.length);
  // And to what leads to them: brands, categories and types, makes, models and vehicles, as far as there are parts.
  const paths = told.map((address) => address?.replace(shop.url, ''));
  expect(paths).toEqual(
    expect.arrayContaining([
      `/catalogue/${part.brandSlug}`,
      '/catalogue/brands',
      '/catalogue/categories',
      '/catalogue/categories/braking',
      '/catalogue/categories/brake-disc',
      '/catalogue/vehicles/cars',
      '/catalogue/vehicles/cars/audi',
      '/catalogue/vehicles/cars/audi/a4',
      '/catalogue/vehicles/cars/audi/a4/2014',
    ]),
  );
  expect(paths).not.toContain('/catalogue/categories/oil-filter');
  expect(paths).not.toContain('/catalogue/vehicles/cars/audi/a4/2013');
});

it.each([
  '/sitemap/parts-0.xml',
  '/sitemap/parts-2.xml',
  '/sitemap/parts-9999999.xml',
  '/sitemap/brands-2.xml',
  '/sitemap/toString-1.xml',
  '/sitemap/x',
  '/sitemap/',
])('%s is nothing', async (path) => {
  expect((await get(path)).status).toBe(404);
});

describe('a piece', () => {
  const PIECE = '/sitemap/parts-1.xml';
  const figures = () => shop.shop.answers.figures();
  const linesOf = (text: string) => addresses(text).length;

  it('is made once, whatever stands behind its address, and given to the one who has it as 304', async () => {
    const first = await get(PIECE);
    const { misses } = figures();
    const again = await get(`${PIECE}?from=somebody`);
    expect([again.status, again.text]).toEqual([200, first.text]);
    const etag = again.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const known = await fetch(shop.url + PIECE, { headers: { 'if-none-match': etag } });
    expect([known.status, known.headers.get('cache-control')]).toEqual([304, 'public, max-age=3600']);
    expect(figures().misses).toBe(misses);
  });

  it('has what was added, and when a part was changed, the next time that it is asked for', async () => {
    const before = await get(PIECE);
    const added = await makePart(shop, admin, { brand: 'Kolb', partNumber: 'NEW 1' });
    shop.shop.answers.distrust();
    const withIt = await get(PIECE);
    expect(linesOf(withIt.text)).toBe(linesOf(before.text) + 1);
    for (const body of [{ price: 77 }, { name: 'Another name' }, { minOrder: 2 }]) {
      const { text } = await get(PIECE);
      shop.clock.now = new Date(shop.clock.now.getTime() + 1_000);
      const changed = await shop.call('PUT', `/parts/${added}`, { token: admin.token, body });
      expect(changed.status).toBe(200);
      expect((await get(PIECE)).text, Object.keys(body).join()).not.toBe(text);
    }
  });

  it('is what it was where stock moves, and not made anew', async () => {
    await get(PIECE);
    const body = { quantity: 5, reason: 'delivered' };
    expect((await shop.call('POST', `/parts/${sold}/stock`, { token: admin.token, body })).status).toBe(200);
    const { misses } = figures();
    expect((await get(PIECE)).status).toBe(200);
    expect(figures().misses).toBe(misses);
  });

  it('that is none is kept nowhere', async () => {
    const { entries } = figures();
    expect((await get('/sitemap/parts-9.xml')).headers.get('cache-control')).toBe('no-store');
    expect(figures().entries).toBe(entries);
  });
});
