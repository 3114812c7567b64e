/** What search engines are told. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePart } from '../factories/parts.ts';
import { listFor, vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;
let sold: string;
let deleted: string;
beforeAll(async () => {
  shop = await openTestShop();
  const admin = await shop.person('admin');
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
