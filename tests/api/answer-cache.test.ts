/** Public answers that are kept, over HTTP: whole, for everybody, and never older than a second. */
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CatalogueBody, PartDetailBody } from '#contract/catalogue.ts';
import { SearchBody } from '#contract/search.ts';
import { frontDoor, listen } from '#main/http-server.ts';
import type { PagePiece, StockSlot } from '#main/page-bytes.ts';
import { type PagesEntry, pagesApp } from '#main/pages.ts';
import { safetyHeaders } from '#main/safety-headers.ts';
import type { AnswerCache } from '#server/platform/cache/answer-cache.ts';
import { followChanges } from '#server/platform/cache/follow-changes.ts';
import type { Made } from '#server/platform/cache/made-answer.ts';
import type { Change } from '#server/platform/cache/shown.ts';
import type { Changes } from '#server/platform/cache/trusted-looks.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { loadGauge } from '#server/platform/load.ts';
import { takenFrom } from '#server/platform/serve/in-process.ts';
import { isRead } from '#web/addresses/names-in-addresses.ts';
import { giveNumbers } from '../factories/numbers.ts';
import { makePart } from '../factories/parts.ts';
import { freePort } from '../free-port.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

type ShopApi = Parameters<PagesEntry['render']>[1]['api'];

let shop: TestShop;
let admin: Person;
let buyer: Person;
let disc: string;
let pads: string;

beforeAll(async () => {
  shop = await openTestShop({ env: { ANSWER_CACHE_MB: '8' } });
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  const description = 'Ventilated, coated hub, '.repeat(40);
  disc = await makePart(shop, admin, {
    ...{ name: 'Brake disc', stock: 10, description },
    ...{ brand: 'Kolbmann', partNumber: 'KM 1', partType: 'brake-disc' },
  });
  pads = await makePart(shop, admin, { name: 'Brake pads', stock: 10 });
});
afterAll(() => shop.close());
beforeEach(() => shop.shop.answers.distrust());

const UNHEARD = { error: () => {} };
const figures = () => shop.shop.answers.figures();
/** How many answers were made anew. */
async function missesOf(ask: () => Promise<unknown>): Promise<number> {
  const { misses } = figures();
  await ask();
  return figures().misses - misses;
}
/** As pages call while they are rendered. */
const rendering = () => shop.shop.anonymous;
/** A page that shows the catalogue. */
async function cataloguePage({ catalogueGet }: ShopApi): Promise<readonly PagePiece[]> {
  await catalogueGet();
  return ['<h1>A page</h1>'];
}
/** Asks for pages at these addresses; answers their texts, and how many were rendered. */
async function askPages(
  answers: AnswerCache,
  {
    addresses,
    page = cataloguePage,
    followsStock = false,
  }: {
    readonly addresses: readonly string[];
    readonly page?: (api: ShopApi) => Promise<readonly PagePiece[]>;
    readonly followsStock?: boolean;
  },
): Promise<{ readonly rendered: number; readonly texts: readonly string[] }> {
  let rendered = 0;
  const texts: string[] = [];
  const entry: PagesEntry = {
    isRead,
    async render(_request, { api }) {
      rendered += 1;
      const pieces = await page(api);
      const headers = new Headers({ 'content-type': 'text/html' });
      return { status: 200, headers, pieces, followsStock };
    },
  };
  const origin = 'http://shop.example';
  const pages = pagesApp(entry, import.meta.dirname, {
    ...{ api: rendering(), answers, origin, stripe: false, pictureOrigins: [] },
  });
  for (const url of addresses) {
    const page = await pages.request(url, {}, { incoming: { method: 'GET', url, headers: {} } });
    expect(page.status).toBe(200);
    texts.push(await page.text());
  }
  return { rendered, texts };
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}/api${path}`, { headers });
const partOf = async (id: string) => PartDetailBody.parse(await (await get(`/parts/${id}`)).json());
const stockOf = async (id: string) => (await partOf(id)).stock;
/** What another process does: this shop is told by the database alone. */
const elsewhere = (change: ReturnType<typeof sql>) => change.execute(shop.databases.write);
async function within(ms: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) if (await isTrue()) return true;
  return false;
}

describe('a kept answer', () => {
  it('is the same bytes and headers as the first one, compressed as asked, and known by its tag', async () => {
    const first = await get('/parts');
    const again = await get('/parts');
    expect(await again.text()).toBe(await first.text());
    for (const name of [
      'etag',
      'content-type',
      'x-total-count',
      'content-security-policy',
      'cache-control',
    ]) {
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    }
    expect(again.headers.get('content-encoding')).toBe('gzip');
    const known = await get('/parts', { 'if-none-match': again.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
    expect(await missesOf(() => get('/parts'))).toBe(0);
  });

  it('is not given to people with a name, nor to a HEAD, nor under another address', async () => {
    await get('/parts');
    const { hits } = figures();
    await get('/parts', { authorization: `Bearer ${buyer.token}` });
    await fetch(`${shop.url}/api/parts`, { method: 'HEAD' });
    expect(figures().hits).toBe(hits);
    expect(await missesOf(() => get('/parts?limit=1'))).toBe(1);
  });

  it('is never a refusal', async () => {
    expect(await missesOf(() => get('/parts/987654'))).toBe(1);
    expect(await missesOf(() => get('/parts/987654'))).toBe(1);
  });
});

it('what is kept and has to be waited for is given without the application, but not while load is shed', async () => {
  const load = loadGauge({ maxInFlight: 1 });
  const { answers } = shop.shop;
  const kept = await (await get('/parts')).text();
  // There is nothing behind its doors: whatever it answers was kept.
  const address = { host: '127.0.0.1', port: await freePort() };
  const door = frontDoor({ shop: new Hono(), pages: new Hono(), databases: shop.databases, load, answers });
  const server = await listen(door, address, {
    answers,
    headers: safetyHeaders(shop.url, 'off'),
  });
  const reload = (path: string, headers = {}) =>
    fetch(`http://${address.host}:${address.port}/api${path}`, {
      headers: { 'cache-control': 'no-cache', ...headers },
    });
  try {
    const given = await reload('/parts');
    expect(await given.text()).toBe(kept);
    const usual = await get('/parts');
    for (const name of ['content-type', 'content-security-policy', 'x-content-type-options', 'etag'])
      expect(given.headers.get(name)).toBe(usual.headers.get(name));
    expect((await reload('/parts', { 'if-none-match': given.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await reload('/parts?limit=7')).status).toBe(404);
    const leave = load.enter('usual');
    expect((await reload('/parts')).status).toBe(503);
    if (typeof leave === 'function') leave();
    expect((await reload('/parts')).status).toBe(200);
  } finally {
    await server.stop();
  }
});

describe('a page', () => {
  it('is rendered once for all addresses that differ in nothing that a page reads', async () => {
    const { answers } = shop.shop;
    const same = await askPages(answers, {
      addresses: ['/?q=disc', '/?utm_source=a&q=disc', '/?q=disc&x=2'],
    });
    expect(same.rendered).toBe(1);
    const others = await askPages(answers, { addresses: ['/?q=pad', '/?q=hose'] });
    expect(others.rendered).toBe(2);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])(
    'that has a slot for each number of units (%s) is rendered for other numbers so often: %i',
    async (followsStock, times) => {
      const { answers } = shop.shop;
      const slot = (units: number): StockSlot => ({ partId: Number(disc), text: `${units}`, at: slot });
      const asked = {
        addresses: [`/?q=follows-${followsStock}`],
        async page({ partsGet }: ShopApi) {
          const { stock } = await partsGet({ params: { partsId: disc } });
          return ['<b>', slot(stock), '</b>'];
        },
        followsStock,
      };
      const before = await stockOf(disc);
      expect(await askPages(answers, asked)).toEqual({ rendered: 1, texts: [`<b>${before}</b>`] });
      await elsewhere(sql`UPDATE stock_level SET on_hand_units = on_hand_units + 1 WHERE part_id = ${disc}`);
      answers.distrust();
      expect(await askPages(answers, asked)).toEqual({ rendered: times, texts: [`<b>${before + 1}</b>`] });
    },
  );

  it.each([true, false])(
    'that has a slot for each number of units (%s) is not rendered while all calls behind it are answered as before',
    async (followsStock) => {
      const { answers } = shop.shop;
      const asked = {
        addresses: [`/?q=in-doubt-${followsStock}`],
        async page({ partsGet, catalogueGet }: ShopApi) {
          const { name } = await partsGet({ params: { partsId: disc } });
          return [`<b>${name} of ${(await catalogueGet()).partCount}</b>`];
        },
        followsStock,
      };
      const [text] = (await askPages(answers, asked)).texts;
      answers.clear();
      expect(await askPages(answers, asked)).toEqual({ rendered: 0, texts: [text] });
      const another = await makePart(shop, admin, { name: 'Brake hose' });
      answers.distrust();
      const more = await askPages(answers, asked);
      expect(more.rendered).toBe(1);
      expect(more.texts).not.toEqual([text]);
      await shop.call('DELETE', `/parts/${another}`, { token: admin.token });
      answers.distrust();
      // As it was, but made anew meanwhile.
      expect(await askPages(answers, asked)).toEqual({ rendered: 1, texts: [text] });
    },
  );

  it('is rendered where a call behind it is refused by now, and not kept', async () => {
    const { answers } = shop.shop;
    const gone = await makePart(shop, admin, { name: 'Brake hose' });
    const asked = {
      addresses: ['/?q=gone'],
      async page({ partsGet }: ShopApi) {
        const part = await partsGet({ params: { partsId: gone } }).catch(() => undefined);
        return [`<b>${part?.name}</b>`];
      },
    };
    expect((await askPages(answers, asked)).texts).toEqual(['<b>Brake hose</b>']);
    await shop.call('DELETE', `/parts/${gone}`, { token: admin.token });
    for (const times of [1, 2])
      expect(await askPages(answers, asked), `${times}`).toEqual({
        rendered: 1,
        texts: ['<b>undefined</b>'],
      });
  });
});

describe('an answer that pages are made from', () => {
  it('is shared with those over HTTP, and is a copy', async () => {
    const first = await rendering().catalogueGet();
    expect(await missesOf(() => get('/catalogue'))).toBe(0);
    const name = first.categories[0]?.name;
    first.categories.splice(0);
    expect(await missesOf(() => rendering().catalogueGet())).toBe(0);
    const again = await rendering().catalogueGet();
    expect(again.categories[0]?.name).toBe(name);
    expect(again).toStrictEqual(await (await get('/catalogue')).json());
  });

  it('is that of the same question over HTTP, headers included, whoever asks first', async () => {
    const query = { limit: 1, type: ['brake disc & pads', 'ä+b'] };
    const rendered = await rendering().partsList({ query: { limit: 1 } });
    await rendering().partsList({ query });
    const search = query.type.map((type) => `type=${encodeURIComponent(type)}`).join('&');
    expect(await missesOf(() => get(`/parts?limit=1&${search}`))).toBe(0);
    let overHttp = new Response();
    expect(
      await missesOf(async () => {
        overHttp = await get('/parts?limit=1');
      }),
    ).toBe(0);
    expect(rendered.body).toStrictEqual(await overHttp.json());
    const { link, ...counted } = rendered.headers;
    expect(link).toBe(overHttp.headers.get('link'));
    expect(counted).toStrictEqual({ 'x-total-count': '2', 'x-total-count-relation': 'eq' });
    await get('/review?limit=7');
    expect(await missesOf(() => rendering().reviewsList({ query: { limit: 7 } }))).toBe(0);
  });

  it('tells how old it is', async () => {
    const part = await rendering().partsGet({ params: { partsId: disc } });
    expect(takenFrom(part)?.sinceMs).toEqual(expect.any(Number));
  });

  it('is never a refusal, nor that of an address that there is not', async () => {
    const ask = (partsId: string) =>
      expect(rendering().partsGet({ params: { partsId } })).rejects.toMatchObject({ status: 404 });
    for (const partsId of ['987654', 'x']) {
      await ask(partsId);
      expect(await missesOf(() => ask(partsId))).toBe(1);
    }
    expect(await missesOf(() => ask('..'))).toBe(0);
  });

  it('goes when what it shows has changed, and no sooner', async () => {
    const ask = async (partsId: string) => (await rendering().partsGet({ params: { partsId } })).stock;
    const [discs, before] = [await ask(disc), await ask(pads)];
    await elsewhere(sql`UPDATE stock_level SET on_hand_units = on_hand_units + 3 WHERE part_id = ${pads}`);
    shop.shop.answers.distrust();
    expect(await missesOf(async () => expect(await ask(disc)).toBe(discs))).toBe(0);
    expect(await ask(pads)).toBe(before + 3);
  });

  it('makes a page as old as the oldest of all', async () => {
    const of = [
      await rendering().catalogueGet(),
      await rendering().partsGet({ params: { partsId: disc } }),
      await rendering().partsList({ query: { limit: 9 } }),
    ];
    let made: Made | undefined;
    const answers: AnswerCache = {
      ...shop.shop.answers,
      async through(_asked, make) {
        made = await make();
        return new Response();
      },
    };
    const page = async (api: ShopApi) => {
      await api.partsList({ query: { limit: 9 } });
      await api.catalogueGet();
      await api.partsGet({ params: { partsId: disc } });
      return [];
    };
    await askPages(answers, { addresses: ['/'], page });
    const oldest = { sinceMs: Math.min(...of.map((answer) => takenFrom(answer)?.sinceMs ?? 0)) };
    expect(made).toMatchObject(oldest);
    expect(made !== undefined && 'confirm' in made && (await made.confirm?.())).toEqual(oldest);
  });

  it('knows of one’s own change at once', async () => {
    const { partCount } = await rendering().catalogueGet();
    const made = await makePart(shop, admin, { name: 'Brake hose' });
    expect(
      await within(1_000, async () => (await rendering().catalogueGet()).partCount === partCount + 1),
    ).toBe(true);
    await shop.call('DELETE', `/parts/${made}`, { token: admin.token });
    expect((await rendering().catalogueGet()).partCount).toBe(partCount);
  });
});

describe('a change', () => {
  it('of one’s own is in the next answer', async () => {
    await partOf(disc);
    const changed = await shop.call('PUT', `/parts/${disc}`, {
      token: admin.token,
      body: { name: 'Brake disc, coated' },
    });
    expect(changed.status).toBe(200);
    expect((await partOf(disc)).name).toBe('Brake disc, coated');
  });

  it('of an order is in the buyer’s next answer', async () => {
    const before = await stockOf(pads);
    const ordered = await shop.call('POST', '/order', {
      token: buyer.token,
      body: { partId: pads, orderQuantity: 2, address: '1 Workshop Road', phone: '1' },
    });
    expect(ordered.status).toBe(201);
    expect(await stockOf(pads)).toBe(before - 2);
  });

  it.each([
    ['a price', () => sql`UPDATE part SET price_minor = price_minor + 1 WHERE id = ${disc}`],
    ['stock', () => sql`UPDATE stock_level SET on_hand_units = on_hand_units + 1 WHERE part_id = ${disc}`],
  ])(
    'of %s that another process makes is there within a second, and at once after a reload',
    async (_, change) => {
      const read = async (headers?: Record<string, string>) => (await get(`/parts/${disc}`, headers)).text();
      const before = await read();
      await elsewhere(change());
      expect(await within(1_000, async () => (await read()) !== before)).toBe(true);
      const then = await read();
      await elsewhere(change());
      expect(await read({ 'cache-control': 'max-age=0' })).not.toBe(then);
    },
  );

  it('of what there is is in the counts that answers are made from: one’s own at once, another’s within a second', async () => {
    // Whoever is signed in is given no kept answer.
    const read = async () =>
      CatalogueBody.parse((await shop.call('GET', '/catalogue', { token: buyer.token })).body).partCount;
    const before = await read();
    // Past the shop's door, as another process would.
    const made = await makePart(shop, admin, { name: 'Brake fluid' });
    expect(await within(1_000, async () => (await read()) === before + 1)).toBe(true);
    await shop.call('DELETE', `/parts/${made}`, { token: admin.token });
    expect(await read()).toBe(before);
  });

  it('of one part’s stock leaves what shows other parts, until one runs out', async () => {
    const ask = async () => {
      await get(`/parts/${pads}`);
      await get('/search?q=pads');
    };
    await ask();
    const move = (units: number) =>
      elsewhere(
        sql`UPDATE stock_level SET on_hand_units = ${units}, reserved_units = 0 WHERE part_id = ${disc}`,
      );
    await move(5);
    shop.shop.answers.distrust();
    expect(await missesOf(ask)).toBe(0);
    // The search counts what is in stock.
    await move(0);
    shop.shop.answers.distrust();
    expect(await missesOf(ask)).toBe(1);
  });

  describe('that is small', () => {
    const review = (partId?: string) =>
      shop.call('POST', '/review', {
        token: buyer.token,
        body: { name: 'B', rating: 4, description: 'Fits as it should', partId },
      });
    const reprice = () =>
      shop.call('PUT', `/parts/${disc}`, {
        token: admin.token,
        body: { price: 77, brand: 'Kolbmann' },
      });
    /** Pages behind the first have no facets. */
    let thirdByPrice = '';
    beforeAll(async () => {
      for (const id of [disc, pads]) expect((await review(id)).status).toBe(201);
      for (const price of [1, 2, 3]) await makePart(shop, admin, { name: `Funnel ${price}`, price });
      const first = SearchBody.parse(await (await get('/search?q=funnel&sort=price&limit=2')).json());
      thirdByPrice = `/search?q=funnel&sort=price&limit=2&cursor=${encodeURIComponent(first.next ?? '')}`;
    });
    const change = (body: object) => () => shop.call('PUT', `/parts/${disc}`, { token: admin.token, body });
    const steady = () => [
      ...[`/parts/${pads}`, `/parts/${pads}/fitments`, '/parts?type=engine-oil', '/catalogue', '/categories'],
      ...['/brands', '/brands/kolbmann', '/part-types/brake-disc', '/shop'],
    ];
    const namingTheDisc = () => ['/review', `/review?partId=${disc}`];
    const ofReviews = () => [
      ...namingTheDisc(),
      ...[`/review?partId=${pads}`, `/parts/${pads}/rating`, `/parts/${disc}/rating`],
    ];
    const ofTheDisc = () => [
      ...[`/parts/${disc}`, '/catalogue/kolbmann/km1', '/parts', '/parts?sort=name', '/search?q=brake+disc'],
    ];
    /** Of other parts, but by the prices of all. */
    const byPrice = () => [
      ...['/parts?priceTo=76&type=engine-oil', '/parts?priceFrom=76&type=engine-oil', '/search?q=fluid'],
      ...['/parts?sort=price&type=engine-oil', '/parts?sort=-price&type=engine-oil', thirdByPrice],
      ...[`/parts/${pads}/related`, '/search?priceTo=3'],
    ];
    const byWords = () => [
      ...['/search/suggest?q=brake', '/parts?sort=name&type=engine-oil', '/parts?q=fluid', '/search?q=fluid'],
      thirdByPrice,
    ];
    const all = () => [...new Set([steady, ofReviews, ofTheDisc, byPrice, byWords].flatMap((of) => of()))];

    it.each([
      ['a review', () => review(), 201, [ofReviews]],
      ['a price', reprice, 200, [ofTheDisc, byPrice]],
      ['a name', change({ name: 'Brake disc, new' }), 200, [ofTheDisc, namingTheDisc, byWords]],
      ['a description', change({ description: 'Of iron' }), 200, [ofTheDisc, namingTheDisc, byWords]],
      ['a picture', change({ img: 'https://x.example/a.png' }), 200, [ofTheDisc, namingTheDisc, byWords]],
      [
        ...(['a price and a name', change({ price: 78, name: 'Brake disc, newer' }), 200] as const),
        [ofTheDisc, namingTheDisc, byPrice, byWords],
      ],
      ['a grade and a name', change({ grade: 'oe', name: 'Brake disc' }), 200, [all]],
    ] as const)(
      'such as of %s has what may tell of it made anew, and nothing else',
      async (_, change, status, touched) => {
        for (const path of all()) expect((await get(path)).status, path).toBe(200);
        expect((await change()).status).toBe(status);
        const anew = new Set(touched.flatMap((of) => of()));
        for (const path of all()) {
          let text = '';
          const misses = await missesOf(async () => {
            text = await (await get(path)).text();
          });
          expect(misses, path).toBe(anew.has(path) ? 1 : 0);
          // Whoever has a name is given nothing that is kept.
          const other = await get(path, { authorization: `Bearer ${buyer.token}` });
          expect(text, path).toBe(await other.text());
        }
      },
    );

    it('such as of a name is known to the search at once, in words that nobody has used before', async () => {
      const found = async () =>
        SearchBody.parse(await (await get('/search?q=zwitscherling')).json()).parts.map(({ _id }) => _id);
      expect(await found()).not.toContain(disc);
      expect((await change({ name: 'Brake disc, zwitscherling' })()).status).toBe(200);
      expect(await found()).toEqual([disc]);
      expect((await change({ name: 'Brake disc' })()).status).toBe(200);
      expect(await found()).not.toContain(disc);
    });

    describe('in its line', () => {
      const heard: Change[] = [];
      let changes: Changes;
      let many: number[];
      const change = async (set: string, ids: readonly number[]) => {
        heard.length = 0;
        await elsewhere(sql`UPDATE part SET ${sql.raw(set)} WHERE id = any(${ids}::bigint[])`);
        await changes.catchUp();
        return heard;
      };
      beforeAll(async () => {
        const { rows } = await sql<{ id: number }>`
          INSERT INTO part (sku, brand_id, part_number, name, description, grade, lifecycle, price_minor, min_order,
                            created_at, updated_at)
          SELECT 'many-' || n, brand_id, 'many' || n, name, description, grade, lifecycle, n, 1, now(), now()
          FROM part, generate_series(1, 101) AS n WHERE part.id = ${disc}
          RETURNING id`.execute(shop.databases.write);
        many = rows.map(({ id }) => id);
        changes = followChanges(
          shop.databases,
          (change) => heard.push(change),
          UNHEARD,
          () => performance.now(),
          () => new Date(),
        );
        await changes.catchUp();
      });
      const reprice = 'price_minor = price_minor + 1, updated_at = now()';

      it('is a price of each of a hundred parts at most', async () => {
        const few = many.slice(0, 100);
        expect(await change(reprice, few)).toEqual([{ repriced: expect.arrayContaining(few) }]);
        expect(await change(reprice, many)).toEqual(['anything']);
        expect(await change(reprice, [])).toEqual([]);
      });

      it('is what is said of each of a hundred parts at most, and beside it the price of those that have another', async () => {
        const [one = 0, other = 0] = many;
        expect(await change("name = name || '!'", [one])).toEqual([{ retold: [one] }]);
        expect(await change("description = 'Coated'", [one])).toEqual([{ retold: [one] }]);
        expect(await change("image_url = '/a.png'", [one])).toEqual([{ retold: [one] }]);
        const both = `price_minor = price_minor + (id = ${one})::int, name = name || CASE id WHEN ${one} THEN '' ELSE '!' END`;
        expect(await change(both, [one, other])).toEqual([{ repriced: [one] }, { retold: [other] }]);
        expect(await change("name = name || '!'", many)).toEqual(['anything']);
      });

      it('is nothing where nothing but the moment is another', async () => {
        expect(await change('name = name, updated_at = now()', many.slice(0, 2))).toEqual([]);
      });

      it.each([
        ['min_order', 'min_order = min_order + 1'],
        ['grade', "price_minor = price_minor + 1, grade = 'genuine'"],
        ['number', "part_number = part_number || 'x'"],
        ['archive', 'archived_at = now()'],
        ['attributes', `attributes = '{"diameter": "280"}'`],
      ])('is anything where the %s is another', async (_, set) => {
        expect(await change(set, many.slice(0, 2))).toEqual(['anything']);
        // And where that is so of one of them alone.
        expect(await change(`${set}, name = 'New'`, many.slice(2, 3))).toEqual(['anything']);
      });

      it.each([
        ['price_minor = price_minor + 1', { repriced: [expect.any(Number)] }],
        ["sort_name = sort_name || '!'", { retold: [expect.any(Number)] }],
        ["document = document || 'zwitschern'::tsvector", { retold: [expect.any(Number)] }],
        ["sort_name = sort_name || '!', min_order = 7", 'anything'],
        ["vehicle_ids = '{1}', document = document || 'audi'::tsvector", 'anything'],
      ])('is that of the search: %s', async (set, line) => {
        heard.length = 0;
        await elsewhere(sql`UPDATE part_search SET ${sql.raw(set)} WHERE part_id = ${pads}`);
        await changes.catchUp();
        expect(heard).toEqual([line]);
      });
    });
  });

  it('of numbers of units is put into what is kept, which is then as if it had been made anew', async () => {
    const twin = await makePart(shop, admin, {
      ...{ name: 'Brake disc, too', brand: 'Zweiter', partNumber: 'Z 1', partType: 'brake-disc' },
    });
    for (const id of [disc, twin]) await giveNumbers(shop, id, { kind: 'trade', number: 'WVA 1' });
    const { brandSlug, partNumberSlug } = await partOf(disc);
    const paths = [
      ...[`/parts/${disc}`, `/catalogue/${brandSlug}/${partNumberSlug}`, '/parts', '/search?q=brake'],
      // The disc is an alternative to it.
      `/parts/${twin}/related`,
    ];
    const have = (units: number) =>
      elsewhere(
        sql`UPDATE stock_level SET on_hand_units = ${units}, reserved_units = 0 WHERE part_id = ${disc}`,
      );
    await have(100);
    shop.shop.answers.distrust();
    for (const path of paths) await get(path);
    for (const units of [90, 80, 1_000]) {
      await have(units);
      shop.shop.answers.distrust();
      for (const path of paths) {
        const { restocked } = figures();
        let kept = '';
        expect(
          await missesOf(async () => {
            kept = await (await get(path)).text();
          }),
          path,
        ).toBe(0);
        // Whoever has a name is given nothing that is kept.
        const anew = await get(path, { authorization: `Bearer ${buyer.token}` });
        expect(kept, path).toBe(await anew.text());
        expect(kept).toContain(`"stock":${units},`);
        expect(figures().restocked, path).toBe(restocked + 1);
      }
    }
  });

  it('of more parts at once than orders have has what shows them made anew', async () => {
    const ask = () => get(`/parts/${disc}`);
    await ask();
    await elsewhere(sql`INSERT INTO catalogue_change (part_ids)
                        SELECT array_agg(${disc}::bigint + n) FROM generate_series(0, 100) AS n`);
    shop.shop.answers.distrust();
    expect(await missesOf(ask)).toBe(1);
  });

  it.each([
    [
      'a review',
      () => sql`INSERT INTO review (id, user_id, name, rating, description, created_at)
      VALUES (gen_random_uuid(), ${buyer.id}, 'B', 5, 'Fits as it should', now())`,
      '/review',
    ],
    ['a brand', () => sql`UPDATE brand SET name = name || ' AG'`, '/brands'],
  ])('of %s is noticed', async (_, change, path) => {
    const read = async () => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      return answer.text();
    };
    const before = await read();
    await elsewhere(change());
    shop.shop.answers.distrust();
    expect(await read()).not.toBe(before);
  });
});

describe('the lines of changes', () => {
  it('that cannot be read by our own fault are told to the log, and not where the database is away', async () => {
    const logged: unknown[] = [];
    const log = { error: (fields: object) => logged.push(fields) };
    const follow = (databases: Databases) =>
      followChanges(
        databases,
        () => {},
        log,
        () => performance.now(),
        () => new Date(),
      );
    const rename = (from: string, to: string) => sql`ALTER TABLE ${sql.id(from)} RENAME TO ${sql.id(to)}`;
    await elsewhere(rename('catalogue_change', 'elsewhere'));
    await expect(follow(shop.databases).catchUp()).rejects.toThrow('catalogue_change');
    await elsewhere(rename('elsewhere', 'catalogue_change'));
    expect(logged).toEqual([
      { err: expect.objectContaining({ message: expect.stringContaining('catalogue_change') }) },
    ]);
    const away = openDatabases({
      url: 'postgres://127.0.0.1:1/none',
      maxConnections: 1,
      onIdleError: () => {},
    });
    await expect(follow(away).catchUp()).rejects.toThrow();
    expect(logged).toHaveLength(1);
    await away.close();
  });

  it('are not trusted while they are looked for because of a doubt, nor after one that came meanwhile', async () => {
    const changes = followChanges(
      shop.databases,
      () => {},
      UNHEARD,
      () => performance.now(),
      () => new Date(),
    );
    await changes.catchUp();
    expect(changes.isTrusted()).toBe(true);
    changes.distrust();
    let looking = Promise.resolve();
    await inTransaction(shop.databases.write, async (tx) => {
      await sql`LOCK TABLE catalogue_change IN ACCESS EXCLUSIVE MODE`.execute(tx);
      looking = changes.catchUp();
      await wait(20);
      expect(changes.isTrusted()).toBe(false);
      changes.distrust();
    });
    await looking;
    expect(changes.isTrusted()).toBe(false);
    await changes.catchUp();
    expect(changes.isTrusted()).toBe(true);
  });

  it('are each told once, also of a transaction that began before others and ends after them', async () => {
    const heard: Change[] = [];
    const changes = followChanges(
      shop.databases,
      (change) => heard.push(change),
      UNHEARD,
      () => performance.now(),
      () => new Date(),
    );
    const take = async () => {
      await changes.catchUp();
      return heard.splice(0);
    };
    const move = (id: string) =>
      sql`UPDATE stock_level SET on_hand_units = on_hand_units + 1 WHERE part_id = ${id}`;
    const moved = async (id: string) => ({
      partIds: new Set([Number(id)]),
      changesAvailability: expect.any(Boolean),
      counted: { units: new Map([[Number(id), await stockOf(id)]]), fromMs: expect.any(Number) },
    });
    expect(await take()).toEqual(['anything']);
    expect(await take()).toEqual([]);
    await inTransaction(shop.databases.write, async (tx) => {
      await move(disc).execute(tx);
      await elsewhere(move(pads));
      expect(await take()).toEqual([await moved(pads)]);
      expect(await take()).toEqual([]);
    });
    expect(await take()).toEqual([await moved(disc)]);
    expect(await take()).toEqual([]);
    // What several have moved is one change: it is held against all that is kept.
    const [padsBefore, discBefore] = [await stockOf(pads), await stockOf(disc)];
    for (const id of [pads, disc, pads]) await elsewhere(move(id));
    expect(await take()).toEqual([
      {
        partIds: new Set([Number(pads), Number(disc)]),
        changesAvailability: expect.any(Boolean),
        counted: {
          units: new Map([
            [Number(pads), padsBefore + 2],
            [Number(disc), discBefore + 1],
          ]),
          fromMs: expect.any(Number),
        },
      },
    ]);
  });

  it('are none where nothing that is for sale has changed, or a change was taken back', async () => {
    const lines = async () => {
      const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM catalogue_change`.execute(
        shop.databases.write,
      );
      return rows[0]?.n;
    };
    const before = await lines();
    // As shipping does: units that were promised leave.
    await elsewhere(
      sql`UPDATE stock_level SET on_hand_units = 9, reserved_units = 1 WHERE part_id = ${pads}`,
    );
    const between = await lines();
    await elsewhere(
      sql`UPDATE stock_level SET on_hand_units = 8, reserved_units = 0 WHERE part_id = ${pads}`,
    );
    await expect(
      inTransaction(shop.databases.write, async (tx) => {
        await sql`UPDATE part SET price_minor = 1`.execute(tx);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(between).toBeGreaterThanOrEqual(before ?? 0);
    expect(await lines()).toBe(between);
  });
});
