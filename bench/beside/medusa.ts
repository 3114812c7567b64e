/** Medusa: products by its store's API, which keeps what it has read; the search by its own index of them. */
import { join } from 'node:path';
import * as z from 'zod';
import { withDatabase } from './database.ts';
import { rivalProgram, runRival } from './fill-rival.ts';
import { idsOfParts, variantsOf } from './ids-of-parts.ts';
import type { Place, ShopBeside, ShopFront, Shown } from './shop-beside.ts';

const FOLDER = join(import.meta.dirname, 'medusa');
const COMMAND = 'node_modules/@medusajs/cli/cli.js';
const PRICE_AND_STOCK =
  'variants.sku,variants.calculated_price.calculated_amount,variants.inventory_quantity';
const LIST_FIELDS = `title,thumbnail,${PRICE_AND_STOCK}`;
const PART_FIELDS = `title,description,thumbnail,collection.title,*categories,${PRICE_AND_STOCK}`;
const FOUND_FIELDS = ['title', 'sku', 'thumbnail', 'price'];

const Product = z
  .object({
    title: z.string(),
    thumbnail: z.string(),
    variants: z.tuple([
      z.object({
        sku: z.string(),
        calculated_price: z.object({ calculated_amount: z.number() }),
        inventory_quantity: z.number(),
      }),
    ]),
  })
  .transform(({ title, thumbnail, variants: [variant] }): Shown => {
    const price = variant.calculated_price.calculated_amount;
    return {
      name: title,
      number: variant.sku,
      price,
      picture: thumbnail,
      isInStock: variant.inventory_quantity > 0,
    };
  });
const List = z.object({ products: z.array(Product), count: z.number() });
const One = z.object({ product: Product });
const Hit = z
  .object({
    document: z.object({ title: z.string(), sku: z.string(), thumbnail: z.string(), price: z.number() }),
  })
  .transform(({ document: { title, sku, thumbnail, price } }): Shown => {
    return { name: title, number: sku, price, picture: thumbnail, isInStock: undefined };
  });
const Found = z.object({ results: z.tuple([z.object({ hits: z.array(Hit) })]) });

export const medusa: ShopBeside = {
  name: 'Medusa 2.21.2',
  packages: FOLDER,
  async fill(place) {
    await runRival(place, FOLDER, [COMMAND, 'db:migrate', '--execute-safe-links', '--execute-safe-search']);
    const beganAt = performance.now();
    await runRival(place, FOLDER, [COMMAND, 'exec', './seed.js']);
    return { seconds: (performance.now() - beganAt) / 1000, front: await medusaFront(place) };
  },
  program: (place) =>
    rivalProgram(place, FOLDER, [COMMAND, 'start', '--host', '127.0.0.1', '--port', String(place.port)]),
  async books(pool) {
    const { rows } = await pool.query<{ orders: number; heldUnits: number }>(
      `SELECT (SELECT count(*)::int FROM "order") AS orders,
         (SELECT coalesce(sum(reserved_quantity), 0)::int FROM inventory_level) AS "heldUnits"`,
    );
    return rows[0] ?? { orders: 0, heldUnits: 0 };
  },
};

/** @param place with a database that has been filled */
export const medusaFront = ({ databaseUrl, parts }: Place): Promise<ShopFront> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ key: string; regionId: string; shippingOptionId: string }>(
      `SELECT (SELECT token FROM api_key WHERE type = 'publishable') AS key, (SELECT id FROM region) AS "regionId",
         (SELECT id FROM shipping_option) AS "shippingOptionId"`,
    );
    const [facts] = rows;
    if (facts === undefined) throw new Error('Medusa has no region');
    const ids = await idsOfParts(
      client,
      'SELECT sku AS number, product_id AS "productId", id AS "variantId" FROM product_variant',
      parts,
    );
    const products = (path: string, fields: string) => ({
      path: `/store/products${path}region_id=${facts.regionId}&fields=${fields}`,
    });
    return {
      headers: { 'x-publishable-api-key': facts.key },
      list: (from) => products(`?limit=24&offset=${from}&`, LIST_FIELDS),
      part: (at) => products(`/${ids[at]?.productId}?`, PART_FIELDS),
      search: (q) => ({
        path: '/store/search',
        body: JSON.stringify({
          ...{ entity: 'product', fields: FOUND_FIELDS, filters: { q }, pagination: { take: 24 } },
        }),
      }),
      readList: (answer) => List.parse(answer).products,
      readPart: (answer) => One.parse(answer).product,
      readFound: (answer) => Found.parse(answer).results[0].hits,
      keepsAnswers: false,
      orders: { shop: 'medusa', parts: variantsOf(ids), ...facts },
    };
  });
