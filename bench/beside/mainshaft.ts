/** Mainshaft: what `npm start` starts, its jobs included. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { NODE_MEMORY, SYSTEM_MEMORY } from '../../scripts/memory.mjs';
import { PART_COUNT } from '../catalogue.ts';
import { seed } from '../seed.ts';
import { type OpenShop, shopEnvironment } from '../shop.ts';
import type { Place, ShopBeside, Shown } from './shop-beside.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** The most that a list is counted to, and one: what the cursor of its next page says. */
const COUNTED = 10_001;

const Part = z
  .object({ name: z.string(), partNumber: z.string(), price: z.number(), img: z.string(), stock: z.number() })
  .transform(({ name, partNumber, price, img, stock }): Shown => {
    return { name, number: partNumber, price, picture: img, isInStock: stock > 0 };
  });
const List = z.array(Part);

const openingOf = ({ databaseUrl, folder }: Place): OpenShop => ({
  environment: shopEnvironment(databaseUrl),
  dataDir: join(folder, 'data'),
});

export const mainshaft: ShopBeside = {
  name: 'Mainshaft',
  packages: PROJECT,
  async fill(place) {
    const opening = openingOf(place);
    await mkdir(opening.dataDir, { mode: 0o700 });
    const { parts, buyerIds, secrets, catalogueSeconds } = await seed(opening);
    const partAt = (at: number) => parts[at % PART_COUNT] ?? { id: 0 };
    const search = (q: string) => `/api/parts?${new URLSearchParams({ q })}`;
    return {
      seconds: catalogueSeconds,
      front: {
        headers: {},
        // As its own `link` header names the next page.
        list: (from) => ({
          path: from === 0 ? '/api/parts' : `/api/parts?cursor=${from - 1}~${COUNTED}~${partAt(from - 1).id}`,
        }),
        part: (at) => ({ path: `/api/parts/${partAt(at).id}` }),
        search: (text) => ({ path: search(text) }),
        readList: (answer) => List.parse(answer),
        readPart: (answer) => Part.parse(answer),
        readFound: (answer) => List.parse(answer),
        keepsAnswers: true,
        orders: { shop: 'mainshaft', parts, buyerIds, tokenSecret: secrets.accessToken },
      },
    };
  },
  program(place) {
    const { environment, dataDir } = openingOf(place);
    const { folder, port } = place;
    const own = { NODE_ENV: 'production', NODE_COMPILE_CACHE: join(folder, 'compiled') };
    const told = { DATA_DIR: dataDir, PORT: String(port) };
    return {
      args: [...NODE_MEMORY, join(PROJECT, 'src/main/start.ts')],
      env: { ...process.env, ...environment, ...SYSTEM_MEMORY, ...own, ...told },
      folder: PROJECT,
      port,
    };
  },
  async books(pool) {
    const { rows } = await pool.query<{ orders: number; heldUnits: number }>(
      `SELECT (SELECT count(*)::int FROM shop_order) AS orders,
         (SELECT coalesce(sum(reserved_units), 0)::int FROM stock_level) AS "heldUnits"`,
    );
    return rows[0] ?? { orders: 0, heldUnits: 0 };
  },
};
