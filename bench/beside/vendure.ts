/** Vendure: lists and the search by its search plugin, which reads one table, a part by `product`. */
import { join } from 'node:path';
import * as z from 'zod';
import { withDatabase } from './database.ts';
import { rivalProgram, runRival } from './fill-rival.ts';
import { idsOfParts, variantsOf } from './ids-of-parts.ts';
import type { Place, ShopBeside, ShopFront, Shown } from './shop-beside.ts';

const FOLDER = join(import.meta.dirname, 'vendure');
const SEARCH = `query ($skip: Int!, $term: String) {
  search(input: { take: 24, skip: $skip, term: $term, groupByProduct: false }) {
    totalItems
    items { productId productName sku inStock priceWithTax { ... on SinglePrice { value } } productAsset { preview } }
  }
}`;
const PART = `query ($id: ID!) {
  product(id: $id) {
    id name description
    featuredAsset { preview }
    facetValues { name facet { name } }
    variants { id sku stockLevel priceWithTax }
  }
}`;

const Item = z
  .object({
    productName: z.string(),
    sku: z.string(),
    inStock: z.boolean(),
    priceWithTax: z.object({ value: z.number() }),
    productAsset: z.object({ preview: z.string() }),
  })
  .transform(({ productName, sku, inStock, priceWithTax, productAsset }): Shown => {
    const price = priceWithTax.value / 100;
    return { name: productName, number: sku, price, picture: productAsset.preview, isInStock: inStock };
  });
const List = z.object({
  data: z.object({ search: z.object({ items: z.array(Item), totalItems: z.number() }) }),
});
const Product = z
  .object({
    name: z.string(),
    featuredAsset: z.object({ preview: z.string() }),
    variants: z.tuple([z.object({ sku: z.string(), stockLevel: z.string(), priceWithTax: z.number() })]),
  })
  .transform(({ name, featuredAsset, variants: [variant] }): Shown => {
    const { sku, stockLevel, priceWithTax } = variant;
    const picture = featuredAsset.preview;
    return { name, number: sku, price: priceWithTax / 100, picture, isInStock: stockLevel === 'IN_STOCK' };
  });
const One = z.object({ data: z.object({ product: Product }) });

export const vendure: ShopBeside = {
  name: 'Vendure 3.7.3',
  packages: FOLDER,
  async fill(place) {
    const beganAt = performance.now();
    await runRival(place, FOLDER, ['seed.mjs']);
    return { seconds: (performance.now() - beganAt) / 1000, front: await vendureFront(place) };
  },
  program: (place) => rivalProgram(place, FOLDER, ['server.mjs']),
  async books(pool) {
    const { rows } = await pool.query<{ orders: number; heldUnits: number }>(
      `SELECT (SELECT count(*)::int FROM "order" WHERE state = 'PaymentAuthorized') AS orders,
         (SELECT coalesce(sum("stockAllocated"), 0)::int FROM stock_level) AS "heldUnits"`,
    );
    return rows[0] ?? { orders: 0, heldUnits: 0 };
  },
};

/** @param place with a database that has been filled */
export const vendureFront = ({ databaseUrl, parts }: Place): Promise<ShopFront> =>
  withDatabase(databaseUrl, async (client) => {
    const ids = await idsOfParts(
      client,
      'SELECT sku AS number, "productId"::text, id::text AS "variantId" FROM product_variant',
      parts,
    );
    const ask = (query: string, variables: object) => ({
      ...{ path: '/shop-api', body: JSON.stringify({ query, variables }) },
    });
    return {
      headers: {},
      list: (skip) => ask(SEARCH, { skip }),
      part: (at) => ask(PART, { id: ids[at]?.productId }),
      search: (term) => ask(SEARCH, { skip: 0, term }),
      readList: (answer) => List.parse(answer).data.search.items,
      readPart: (answer) => One.parse(answer).data.product,
      readFound: (answer) => List.parse(answer).data.search.items,
      keepsAnswers: false,
      orders: { shop: 'vendure', parts: variantsOf(ids) },
    };
  });
