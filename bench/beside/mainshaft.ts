/** Mainshaft: what `npm start` starts, its jobs included; asked as its own front asks in the browser. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PartDetailBody } from '#contract/catalogue.ts';
import { FacetsBody, type FoundPartBody, SearchBody } from '#contract/search.ts';
import { brandSlugOf, numberSlugOf } from '#domain/catalogue/part-number.ts';
import { encodeCursor } from '#domain/paging.ts';
import { HITS_COUNTED_TO } from '#server/read-models/part-hits.ts';
import { NODE_MEMORY, SYSTEM_MEMORY } from '../../scripts/memory.mjs';
import { PART_COUNT } from '../catalogue.ts';
import { seed } from '../seed.ts';
import { type OpenShop, shopEnvironment } from '../shop.ts';
import type { Place, ShopBeside, Shown } from './shop-beside.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** On the first page, which is all that is asked for of what is found. */
const Found = SearchBody.extend({ facets: FacetsBody });

type ShownPart = Pick<FoundPartBody, 'name' | 'partNumber' | 'price' | 'img' | 'stock'>;
const shownOf = ({ name, partNumber, price, img, stock }: ShownPart): Shown => {
  return { name, number: partNumber, price, picture: img, isInStock: stock > 0 };
};

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
    // As an answer's `next` says: the last part's place in the order, how far the list was counted, the part.
    const cursorTo = (from: number) =>
      encodeCursor([from - 1, Math.min(PART_COUNT, HITS_COUNTED_TO + 1), parts[from - 1]?.id ?? 0]);
    return {
      seconds: catalogueSeconds,
      front: {
        headers: {},
        list: (from) => ({ path: from === 0 ? '/api/search' : `/api/search?cursor=${cursorTo(from)}` }),
        part: (at) => {
          const { brand = '', number = '' } = place.parts[at] ?? {};
          return { path: `/api/catalogue/${brandSlugOf(brand)}/${numberSlugOf(number)}` };
        },
        search: (text) => ({ path: `/api/search?q=${encodeURIComponent(text)}` }),
        readList: (answer) => SearchBody.parse(answer).parts.map(shownOf),
        readPart: (answer) => shownOf(PartDetailBody.parse(answer)),
        readFound: (answer) => Found.parse(answer).parts.map(shownOf),
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
