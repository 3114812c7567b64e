/** What the catalogue holds, by category, type and brand, and vehicles by the names in their addresses. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrandBody, CategoryBody, PartTypeBody } from '#contract/shelves.ts';
import type { MakeModelsBody, ModelVehiclesBody } from '#contract/vehicle-tree.ts';
import { vehicleSlugOf } from '#domain/vehicles/vehicle-slug.ts';
import { fitPart } from '../factories/fitments.ts';
import { makePart } from '../factories/parts.ts';
import { vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  const admin = await shop.person('admin');
  const made = (brand: string, partType: string | null, grade: 'oe' | 'aftermarket' = 'aftermarket') =>
    makePart(shop, admin, { brand, partType, grade });
  const forBoth = await made('Kolb', 'brake-disc');
  const forCars = await made('Kolb', 'brake-disc', 'oe');
  await made('Quillan', 'brake-disc');
  await made('Kolb', 'brake-drum');
  await made('Kolb', null);
  await made('Compare', 'oil-filter');
  const deleted = await made('Gone', 'oil-filter');
  for (const part of [forBoth, forCars, deleted]) {
    await fitPart(shop, part, { make: 'Toyota', model: 'Corolla', years: [2014] });
  }
  await fitPart(shop, forBoth, { make: 'BMW', model: 'R 1200 GS', years: [2014] });
  await shop.call('DELETE', `/parts/${deleted}`, { token: admin.token });
});
afterAll(() => shop.close());

const get = async <Body>(path: string) => (await shop.call('GET', path)).body as Body;
const statusOf = async (path: string) => (await shop.call('GET', path)).status;

it('categories are a tree of the types that there are parts of', async () => {
  const categories = await get<CategoryBody[]>('/categories');
  expect(categories).toEqual([
    {
      slug: 'braking',
      name: 'Braking',
      count: 4,
      groups: [
        {
          name: 'Discs and drums',
          types: [
            { slug: 'brake-disc', name: 'Brake Disc', count: 3 },
            { slug: 'brake-drum', name: 'Brake Drum', count: 1 },
          ],
        },
      ],
    },
    {
      slug: 'filters',
      name: 'Filters',
      count: 1,
      groups: [{ name: 'Oil', types: [{ slug: 'oil-filter', name: 'Oil Filter', count: 1 }] }],
    },
  ]);
});

it('kinds of vehicle are those that there are parts for, the most first', async () => {
  const kinds = [
    { kind: 'car', count: 2 },
    { kind: 'motorcycle', count: 1 },
  ];
  expect(await get('/vehicle-kinds')).toEqual(kinds);
  expect(await get('/catalogue')).toMatchObject({ kinds });
});

it('a type tells where it stands, what else it is called, who makes it and how', async () => {
  expect(await get<PartTypeBody>('/part-types/brake-disc')).toMatchObject({
    name: 'Brake Disc',
    count: 3,
    category: { slug: 'braking', name: 'Braking' },
    group: 'Discs and drums',
    synonyms: expect.arrayContaining(['rotor']),
    brands: [
      { slug: 'kolb', name: 'Kolb', count: 2 },
      { slug: 'quillan', name: 'Quillan', count: 1 },
    ],
    grades: [
      { grade: 'aftermarket', count: 2 },
      { grade: 'oe', count: 1 },
    ],
  });
  // Known, but there is none of it.
  expect(await get<PartTypeBody>('/part-types/turbocharger')).toMatchObject({ count: 0, brands: [] });
  expect(await statusOf('/part-types/no-such-type')).toBe(404);
});

it('a brand tells what it makes; one that nothing is left of is none', async () => {
  expect(await get<BrandBody>('/brands/KOLB')).toEqual({
    slug: 'kolb',
    name: 'Kolb',
    // One of them is of no type.
    count: 4,
    types: [
      { slug: 'brake-disc', name: 'Brake Disc', count: 2 },
      { slug: 'brake-drum', name: 'Brake Drum', count: 1 },
    ],
    grades: [
      { grade: 'aftermarket', count: 3 },
      { grade: 'oe', count: 1 },
    ],
  });
  expect((await get<BrandBody[]>('/brands')).map(({ name }) => name)).toEqual(['Compare', 'Kolb', 'Quillan']);
  expect(await statusOf('/brands/gone')).toBe(404);
});

it('a brand that is called as a page of the catalogue has another slug, and its parts are found by it', async () => {
  const [brand] = await get<BrandBody[]>('/brands');
  expect(brand).toEqual({ slug: 'compare-brand', name: 'Compare', count: 1 });
  const [part] = await get<{ brandSlug: string; partNumberSlug: string }[]>('/parts?brand=compare-brand');
  expect(await statusOf(`/catalogue/${part?.brandSlug}/${part?.partNumberSlug}`)).toBe(200);
});

it('the counts are those of the catalogue at a glance, and of the lists that they lead to', async () => {
  const [braking] = await get<CategoryBody[]>('/categories');
  const listed = await shop.call('GET', '/parts?category=Braking');
  expect(listed.headers.get('x-total-count')).toBe(String(braking?.count));
  expect(await get('/catalogue')).toMatchObject({ partCount: 6, categories: [{ name: 'Braking' }, {}] });
});

it('a make and a model are found by the slugs of their names', async () => {
  const make = await get<MakeModelsBody>('/vehicle-makes/mercedes-benz');
  expect(make).toMatchObject({ make: 'Mercedes-Benz', kinds: expect.arrayContaining(['car']) });
  expect(make.models).toContainEqual(expect.objectContaining({ slug: 'c-class', model: 'C-Class' }));
  const model = await get<ModelVehiclesBody>('/vehicle-makes/audi/car/a4');
  const id = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
  expect(model).toMatchObject({ make: 'Audi', model: 'A4', makeSlug: 'audi' });
  expect(model.vehicles.find(({ year }) => year === 2014)).toMatchObject({ id, name: '2014 Audi A4' });
  expect(model.vehicles.map(({ year }) => year)).toEqual(
    model.vehicles.map(({ year }) => year).toSorted((a, b) => b - a),
  );
  for (const path of [
    '/vehicle-makes/nobody',
    '/vehicle-makes/audi/truck/a4',
    '/vehicle-makes/audi/car/none',
  ]) {
    expect({ path, status: await statusOf(path) }).toEqual({ path, status: 404 });
  }
});

it('no two models of a make and kind have one slug, so that each has its address', async () => {
  const { rows } = await sql<{ kind: string; make: string; model: string }>`
    SELECT DISTINCT kind, make, model FROM vehicle`.execute(shop.databases.write);
  const slugs = rows.map(({ kind, make, model }) =>
    [kind, vehicleSlugOf(make), vehicleSlugOf(model)].join('/'),
  );
  expect(new Set(slugs).size).toBe(slugs.length);
});
