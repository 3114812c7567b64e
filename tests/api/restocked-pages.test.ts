/**
 * The built pages, kept by a whole shop: where only numbers of units have changed, nothing is rendered, nor where what a page
 * is made from comes out as it was.
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtPages } from '#main/pages.ts';
import { fitPart } from '../factories/fitments.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

const ROUTES = join(import.meta.dirname, '../../src/web/routes');
/** Pages of each route that follows the stock, all of which tell that of one part. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'shop/home.tsx': ['/'],
  'shop/catalogue.tsx': ['/catalogue', '/catalogue?view=grid', '/catalogue?q=KM1&inStock=true'],
  'shop/catalogue-part.tsx': ['/catalogue/kolbmann/km-1'],
  'shop/brand.tsx': ['/catalogue/kolbmann'],
  'shop/category.tsx': ['/catalogue/categories/braking', '/catalogue/categories/brake-disc'],
  'shop/vehicle.tsx': ['/catalogue/vehicles/cars/audi/a4/2014'],
};
const MIN_ORDER_UNITS = 10;
const PLENTY_UNITS = 4 * MIN_ORDER_UNITS;
/** The pages may have to be built. */
const OPEN_WITHIN_MS = 300_000;

let shop: TestShop;
let admin: Person;
let disc: string;
let price = 100;

beforeAll(async () => {
  shop = await openTestShop({ env: { ANSWER_CACHE_MB: '8' }, pages: builtPages });
  admin = await shop.person('admin');
  disc = await makePart(shop, admin, {
    ...{ brand: 'Kolbmann', partNumber: 'KM 1', partType: 'brake-disc' },
    ...{ stock: PLENTY_UNITS, minOrder: MIN_ORDER_UNITS },
  });
  await fitPart(shop, disc, { make: 'Audi', model: 'A4', years: [2014] });
}, OPEN_WITHIN_MS);
afterAll(() => shop?.close());
beforeEach(() => shop.shop.answers.distrust());

const textOf = async (path: string, headers: Record<string, string> = {}) => {
  const page = await fetch(shop.url + path, { headers });
  expect(page.status, path).toBe(200);
  return page.text();
};
async function move(units: number): Promise<void> {
  const body = { quantity: units, reason: 'A delivery' };
  const moved = await shop.call('POST', `/parts/${disc}/stock`, { token: admin.token, body });
  expect(moved.status).toBe(200);
}
/**
 * The page as it is kept, how much of the shop's answers was made for it, how much was only given other numbers, and how often a
 * page that was in doubt was found to be true.
 */
async function keptPage(path: string) {
  const before = shop.shop.answers.figures();
  const text = await textOf(path);
  const { misses, restocked, confirmed } = shop.shop.answers.figures();
  const pages = confirmed - before.confirmed;
  return { text, made: misses - before.misses, restocked: restocked - before.restocked, confirmed: pages };
}
/** Whoever has a name is given no kept page. */
const renderedAnew = (path: string) => textOf(path, { authorization: 'Bearer nobody' });
/** Of more parts at once than are counted nobody knows the numbers. */
async function moveUncounted(): Promise<void> {
  await sql`
    INSERT INTO catalogue_change (part_ids, changes_availability)
    SELECT array_agg(id), true FROM (SELECT ${disc}::bigint + n AS id FROM generate_series(0, 100) AS n) AS many`.execute(
    shop.databases.write,
  );
  shop.shop.answers.distrust();
}
/** A change that no page shows: a brand that has no parts. */
async function nameABrand(name: string): Promise<void> {
  await sql`INSERT INTO brand (name, slug) VALUES (${name}, ${name})`.execute(shop.databases.write);
  shop.shop.answers.distrust();
}
async function rename(name: string): Promise<void> {
  const changed = await shop.call('PUT', `/parts/${disc}`, { token: admin.token, body: { name } });
  expect(changed.status).toBe(200);
}

it('are those of each route that says so', async () => {
  const files: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: ROUTES }))
    if ((await readFile(join(ROUTES, file), 'utf8')).includes('followsStock: true')) files.push(file);
  expect(files.sort()).toEqual(Object.keys(PAGES).sort());
});

describe.each(Object.values(PAGES).flat())('%s', (path) => {
  it('has the entity tag that it has where it was rendered, another than before', async () => {
    const tagOf = async (known = '') => {
      const page = await fetch(shop.url + path, { headers: { 'if-none-match': known } });
      await page.text();
      return { status: page.status, tag: page.headers.get('etag') ?? '' };
    };
    const before = await tagOf();
    await move(12_345);
    const now = await tagOf(before.tag);
    expect(now.status).toBe(200);
    expect(now.tag).not.toBe(before.tag);
    await moveUncounted();
    const { confirmed } = shop.shop.answers.figures();
    expect(await tagOf()).toEqual(now);
    expect(shop.shop.answers.figures().confirmed).toBe(confirmed);
    expect((await tagOf(now.tag)).status).toBe(304);
    await move(-12_345);
    expect(await tagOf()).toEqual(before);
  });

  it('is given another number where only that has changed, and is as if it had been rendered anew', async () => {
    await textOf(path);
    for (const units of [12_345, -5]) {
      await move(units);
      const { text, ...work } = await keptPage(path);
      expect(work).toEqual({ made: 0, restocked: 1, confirmed: 0 });
      expect(text === (await renderedAnew(path))).toBe(true);
    }
    await move(-12_340);
  });

  it('is not rendered where something has changed that it does not show, with the units that there are by then', async () => {
    const before = await textOf(path);
    await nameABrand(`Of no part, ${path}`);
    const { text, confirmed } = await keptPage(path);
    expect(confirmed).toBe(1);
    expect(text === before).toBe(true);
    shop.shop.answers.clear();
    await move(12_345);
    const then = await keptPage(path);
    expect(then.confirmed).toBe(1);
    expect(then.text === before).toBe(false);
    expect(then.text === (await renderedAnew(path))).toBe(true);
    await move(-12_345);
  });

  it('is rendered anew where its part has another name', async () => {
    await textOf(path);
    await rename('Brake disc, coated');
    const { text, confirmed } = await keptPage(path);
    expect(confirmed).toBe(0);
    expect(text).toContain('Brake disc, coated');
    expect(text === (await renderedAnew(path))).toBe(true);
    await rename('Brake disc');
  });

  it('is rendered anew where its part has another price', async () => {
    const before = await textOf(path);
    price += 1;
    const changed = await shop.call('PUT', `/parts/${disc}`, { token: admin.token, body: { price } });
    expect(changed.status).toBe(200);
    const { text, made } = await keptPage(path);
    expect(made).toBeGreaterThan(0);
    expect(text === before).toBe(false);
    expect(text === (await renderedAnew(path))).toBe(true);
  });

  it('is rendered anew where more follows from the stock', async () => {
    const before = await textOf(path);
    await move(-1);
    const { text, made } = await keptPage(path);
    expect(made).toBe(1);
    expect(text === before).toBe(false);
    expect(text === (await renderedAnew(path))).toBe(true);
    await move(1);
  });
});
