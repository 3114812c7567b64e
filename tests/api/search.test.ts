/** Finding parts: numbers, words, vehicles, filters, and what is offered where nothing fulfils it all. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryPairs } from '#contract/kernel/wire.ts';
import type { SearchBody, SuggestionsBody } from '#contract/search.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { fitPart } from '../factories/fitments.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
const ids = { front: '', rear: '', ceramic: '', disc: '', sensor: '', plug: '', dear: '' };
let a4 = 0;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  const pads = { partType: 'brake-pad-set', price: 40 };
  ids.front = await makePart(shop, admin, {
    ...pads,
    name: 'Brake Pad Set, front axle',
    brand: 'Kestrel',
    partNumber: 'KD 44.71',
  });
  ids.rear = await makePart(shop, admin, {
    ...pads,
    name: 'Brake Pad Set, rear axle',
    brand: 'Kestrel',
    partNumber: 'KD 44.72',
    price: 30,
  });
  ids.ceramic = await makePart(shop, admin, {
    ...pads,
    name: 'Brake Pad Set, front axle, ceramic',
    brand: 'Merlin',
    partNumber: 'ML-9',
    price: 60,
    grade: 'oe',
    stock: 0,
  });
  ids.disc = await makePart(shop, admin, {
    name: 'Brake Disc, front axle, 320 mm',
    partType: 'brake-disc',
    brand: 'Merlin',
    partNumber: 'ML-320',
    price: 80,
  });
  ids.sensor = await makePart(shop, admin, {
    name: 'Brake Pad Wear Sensor, front axle',
    partType: 'brake-pad-wear-sensor',
    brand: 'Kestrel',
    partNumber: 'KS 1',
  });
  ids.plug = await makePart(shop, admin, {
    name: 'Spark Plug, M14',
    partType: 'spark-plug',
    brand: 'Merlin',
    partNumber: 'ML-SP',
  });
  ids.dear = await makePart(shop, admin, {
    name: 'Turbocharger',
    partType: 'turbocharger',
    brand: 'Zephyr',
    partNumber: 'ZT1',
    price: 900,
  });
  [a4 = 0] = await fitPart(shop, ids.front, {
    make: 'Audi',
    model: 'A4',
    years: [2014, 2015],
    position: 'front axle',
  });
  await fitPart(shop, ids.rear, { make: 'Audi', model: 'A4', years: [2014], position: 'rear axle' });
  await fitPart(shop, ids.disc, { make: 'Audi', model: 'A4', years: [2015], position: 'front axle' });
  await fitPart(shop, ids.ceramic, { make: 'Honda', model: 'Civic', years: [2012], position: 'front axle' });
  await describePart(ids.disc, { diameter: '320', ventilated: 'yes' }, [
    ['oe', 'Audi', '8K0 615 301 A'],
    ['superseded', '', 'ML-319'],
    ['gtin', '', '2100010000724'],
  ]);
  await describePart(ids.front, {}, [
    ['competitor', 'Other', 'P 85 095'],
    ['oe', 'Audi', '8K0 698 151 H'],
  ]);
});
afterAll(() => shop.close());

async function describePart(
  id: string,
  attributes: Record<string, string>,
  numbers: string[][],
): Promise<void> {
  await inTransaction(shop.databases.write, async (tx) => {
    await sql`UPDATE part SET attributes = ${JSON.stringify(attributes)}::jsonb WHERE id = ${id}::bigint`.execute(
      tx,
    );
    for (const [kind, maker, number] of numbers) {
      await sql`INSERT INTO part_number_alias (part_id, kind, maker, number) VALUES (${id}::bigint, ${kind}, ${maker}, ${number})`.execute(
        tx,
      );
    }
    await refreshSearch(tx, [Number(id)]);
  });
}

const address = (path: string, query: Record<string, string | string[]>) => {
  const given = new URLSearchParams();
  for (const [name, text] of queryPairs(query)) given.append(name, text);
  return `${path}?${given}`;
};
const search = async (query: Record<string, string | string[]>) =>
  (await shop.call('GET', address('/search', query))).body as SearchBody;
const list = async (query: Record<string, string | string[]>) =>
  ((await shop.call('GET', address('/parts', query))).body as { _id: string }[]).map((part) => part._id);
const found = async (query: Record<string, string | string[]>) =>
  (await search(query)).parts.map((part) => part._id);

describe('a number', () => {
  it.each([
    ['KD 44.71', 'front', 'part-number'],
    ['kd4471', 'front', 'part-number'],
    ['8K0-615-301-a', 'disc', 'oe'],
    ['p85095', 'front', 'competitor'],
    ['ml319', 'disc', 'superseded'],
    ['2100010000724', 'disc', 'gtin'],
    ['02100010000724', 'disc', 'gtin'],
    ['brake disc 8K0 615 301 A', 'disc', 'oe'],
  ] as const)('typed as "%s" finds its part first and says which it was', async (q, part, kind) => {
    const { parts } = await search({ q });
    expect(parts[0]).toMatchObject({ _id: ids[part], match: { kind } });
    expect((await list({ q }))[0]).toBe(ids[part]);
  });

  it('of ours is found in any form', async () => {
    const part = await shop.call('GET', `/parts/${ids.plug}`);
    const { sku } = part.body as { sku: string };
    expect((await search({ q: sku.toLowerCase().replace('-', ' ') })).parts[0]).toMatchObject({
      _id: ids.plug,
      match: { kind: 'sku' },
    });
  });

  it('that is not finished finds the parts whose number begins so', async () => {
    expect(new Set(await found({ q: 'kd 44' }))).toEqual(new Set([ids.front, ids.rear]));
  });

  it('that no part has is answered with the nearest, and says so', async () => {
    const { parts, relaxed } = await search({ q: '8K0 615 301 Z' });
    expect(parts.map((part) => part._id)).toEqual([ids.disc]);
    expect(relaxed).toEqual([{ what: 'number', dropped: 'Z', kept: '8K0615301' }]);
  });
});

it('leaves the vehicle out for parts of the same kind of vehicle first', async () => {
  const bike = await makePart(shop, admin, {
    name: 'Brake Disc, front wheel',
    partType: 'brake-disc',
    brand: 'Kestrel',
    partNumber: 'KT 4',
  });
  await fitPart(shop, bike, { make: 'Honda', model: 'CB500F', years: [2014] });
  const { parts, relaxed } = await search({ q: 'brake disc', vehicle: String(a4) });
  expect(relaxed.map(({ what }) => what)).toEqual(['vehicle']);
  expect(parts.map((part) => part._id)).toEqual([ids.disc]);
  await shop.call('DELETE', `/parts/${bike}`, { token: admin.token });
});

describe('words', () => {
  it.each([
    ['brkae pad', 'brake'],
    ['brakepads', 'brake pads'],
    ['sprak plug', 'spark'],
  ])('mistyped as "%s" are read as %s and find parts', async (q, read) => {
    const answer = await search({ q });
    expect(answer.understood.corrected.map((word) => word.read)).toContain(read);
    expect(answer.parts.length).toBeGreaterThan(0);
    expect(answer.relaxed).toEqual([]);
  });

  it('that name a type mean its parts, not those of another whose name has the words, too', async () => {
    expect(new Set(await found({ q: 'brake pads' }))).toEqual(new Set([ids.front, ids.rear, ids.ceramic]));
    expect(await found({ q: 'brake pad wear sensor' })).toEqual([ids.sensor]);
  });

  it('of the names of new parts are kept, to put mistyped ones right', async () => {
    const id = await makePart(shop, admin, {
      name: 'Zirconite shield',
      brand: 'Kestrel',
      partNumber: 'KT 3',
    });
    const { rows } = await sql<{ word: string }>`
      SELECT DISTINCT word FROM search_word WHERE word IN ('zirconite', 'shield')`.execute(
      shop.databases.read,
    );
    expect(rows.map((row) => row.word).sort()).toEqual(['shield', 'zirconite']);
    await shop.call('DELETE', `/parts/${id}`, { token: admin.token });
  });

  it('beside the name of a type narrow its parts', async () => {
    expect(await found({ q: 'rear brake pads' })).toEqual([ids.rear]);
    expect(await found({ q: 'ceramic pads for brakes' })).toEqual([ids.ceramic]);
  });

  it('that name a type find what is called so though it is of another, or of none', async () => {
    const tool = await makePart(shop, admin, {
      name: 'Brake Caliper Piston Tool',
      brand: 'Kestrel',
      partNumber: 'KT 1',
    });
    const sprayed = await makePart(shop, admin, {
      name: 'Brake Caliper Paint',
      partType: 'brake-disc',
      brand: 'Kestrel',
      partNumber: 'KT 2',
    });
    expect(await found({ q: 'brake caliper piston tool' })).toEqual([tool]);
    const { parts, relaxed } = await search({ q: 'brake caliper paint' });
    expect(parts.map((part) => part._id)).toEqual([sprayed]);
    expect(relaxed).toEqual([]);
    for (const id of [tool, sprayed]) await shop.call('DELETE', `/parts/${id}`, { token: admin.token });
  });

  it.each(['rotor', 'disk', 'brake rotors', 'disc 320mm'])(
    'of the trade find a brake disc: %s',
    async (q) => {
      expect(await found({ q })).toContain(ids.disc);
    },
  );

  it.each<Record<string, string>>([
    { q: 'turbocharger' },
    { q: 'turbocharger', sort: 'price' },
    { q: 'KD 44.71' },
    { type: 'turbocharger' },
  ])(
    'find parts as lists show them, with their descriptions where those are asked for: %j',
    async (query) => {
      const { parts } = await search(query);
      expect(parts).not.toEqual([]);
      for (const part of parts) expect(part).not.toHaveProperty('description');
      expect((await search({ ...query, describe: 'false' })).parts).toEqual(parts);
      const described = (await search({ ...query, describe: 'true' })).parts;
      expect(described).toEqual(parts.map((part) => ({ ...part, description: 'Ventilated, coated hub.' })));
      const listed = (await shop.call('GET', address('/parts', query))).body;
      expect(listed).toEqual(
        parts.map(({ _id }) => expect.objectContaining({ _id, description: 'Ventilated, coated hub.' })),
      );
    },
  );

  it('any text may be searched for', async () => {
    for (const q of [
      "'",
      '\\',
      "' | 'x",
      ':*',
      '!',
      '((',
      '"',
      'the',
      '<->',
      '%',
      'e\u0301',
      '\u{1F697}',
      'a '.repeat(100),
    ]) {
      for (const path of ['/search', '/parts', '/search/suggest']) {
        expect((await shop.call('GET', address(path, { q: q.slice(0, 100) }))).status).toBe(200);
      }
    }
  });
});

describe('a vehicle', () => {
  it('named among the words becomes a filter', async () => {
    const { parts, understood } = await search({ q: 'brake pads 2014 audi a4 front' });
    expect(parts.map((part) => part._id)).toEqual([ids.front]);
    expect(understood).toMatchObject({
      words: ['brake', 'pads', 'front'],
      sides: ['front'],
      vehicle: { id: a4, kind: 'car', make: 'Audi', model: 'A4', yearFrom: 2014, yearTo: 2014 },
    });
    expect(await list({ q: 'brake pads 2014 audi a4 front' })).toEqual([ids.front]);
  });

  it('chosen by its id narrows the list', async () => {
    expect(new Set(await list({ vehicle: String(a4) }))).toEqual(new Set([ids.front, ids.rear]));
    expect(await list({ vehicle: String(a4), q: 'rear' })).toEqual([ids.rear]);
    expect((await shop.call('GET', '/parts?vehicle=x')).status).toBe(422);
  });
});

describe('where nothing fulfils everything', () => {
  it.each([
    [{ q: 'brake pads quattroplex' }, [{ what: 'word', dropped: 'quattroplex', kept: null }]],
    [{ q: 'brake pads', brand: 'zephyr' }, [{ what: 'filters', dropped: 'brand', kept: null }]],
    [{ q: 'brake disc 2013 audi a4' }, [{ what: 'year', dropped: '2013', kept: 'Audi A4' }]],
    [{ q: 'turbocharger 2014 audi a4' }, [{ what: 'vehicle', dropped: '2014 Audi A4', kept: null }]],
  ])('%j is relaxed, and it is said how', async (query, relaxed) => {
    const answer = await search(query);
    expect(answer.relaxed).toEqual(relaxed);
    expect(answer.parts.length).toBeGreaterThan(0);
    expect(answer.total.count).toBe(answer.parts.length);
    // The list itself stays exact.
    expect(await list(query)).toEqual([]);
  });

  it('and nothing is near, nothing is shown', async () => {
    expect(await search({ q: 'qqqq' })).toMatchObject({
      parts: [],
      relaxed: [],
      total: { count: 0, relation: 'eq' },
    });
  });
});

describe('filters', () => {
  it.each([
    [{ brand: ['kestrel', 'zephyr'] }, ['front', 'rear', 'sensor', 'dear']],
    [{ type: ['brake-disc', 'spark-plug'] }, ['disc', 'plug']],
    [{ category: 'Braking' }, ['front', 'rear', 'ceramic', 'disc', 'sensor']],
    [{ category: 'Braking/Discs and drums' }, ['disc']],
    [{ grade: 'oe' }, ['ceramic']],
    [{ position: 'rear axle' }, ['rear']],
    [{ attribute: 'diameter=320' }, ['disc']],
    [{ attribute: 'diameter=300..330' }, ['disc']],
    [{ attribute: 'diameter=..319.5' }, []],
    [{ attribute: ['diameter=320', 'ventilated=yes'] }, ['disc']],
    [{ priceFrom: '60', priceTo: '80' }, ['ceramic', 'disc']],
    [{ inStock: 'false' }, ['ceramic']],
    [{ inStock: 'true', type: 'brake-pad-set' }, ['front', 'rear']],
  ] as const)('%j keep the right parts', async (query, expected) => {
    const given = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
    );
    expect(new Set(await list(given))).toEqual(new Set(expected.map((name) => ids[name])));
  });

  it('put a list in order, by pages without missing or repeating a part', async () => {
    for (const sort of ['price', '-price', 'name', 'rank', 'relevance']) {
      for (const q of ['', 'brake']) {
        const whole = await list({ sort, ...(q === '' ? {} : { q }), limit: '50' });
        const paged: string[] = [];
        let next: string | undefined = address('/parts', {
          sort,
          ...(q === '' ? {} : { q }),
          limit: '2',
          grade: ['oe', 'aftermarket'],
        });
        while (next !== undefined) {
          const page = await shop.call('GET', next);
          paged.push(...(page.body as { _id: string }[]).map((part) => part._id));
          next = /^<\/api([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
        }
        expect(paged).toEqual(whole);
        expect(whole.length).toBe(q === '' ? 7 : 5);
      }
    }
    const prices = (await search({ sort: '-price' })).parts.map((part) => part.price);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
  });

  it('go on by pages in the search, too, and take any cursor', async () => {
    const first = await search({ q: 'brake', limit: '3' });
    const second = await search({ q: 'brake', limit: '3', cursor: first.next ?? '' });
    expect(new Set([...first.parts, ...second.parts].map((part) => part._id)).size).toBe(5);
    expect([first.facets === null, second.facets, second.next, second.relaxed]).toEqual([
      false,
      null,
      null,
      [],
    ]);
    for (const cursor of ['x', '~~', '1~2~3', 'NaN~1', '9e99~1', "'~1", '%00~1']) {
      for (const sort of ['price', 'name', 'relevance']) {
        expect((await shop.call('GET', address('/search', { q: 'brake', sort, cursor }))).status).toBe(200);
      }
    }
  });

  it('are offered with counts that leave their own choice out', async () => {
    const { facets, total } = await search({ q: 'brake', brand: 'kestrel' });
    const counts = (facet: { values: { value: string; count: number }[] } | undefined) =>
      Object.fromEntries((facet?.values ?? []).map(({ value, count }) => [value, count]));
    expect(total).toEqual({ count: 3, relation: 'eq' });
    expect(counts(facets?.brand)).toEqual({ kestrel: 3, merlin: 2 });
    expect(counts(facets?.type)).toEqual({ 'brake-pad-set': 2, 'brake-pad-wear-sensor': 1 });
    expect(counts(facets?.position)).toEqual({ 'front axle': 1, 'rear axle': 1 });
    expect(counts(facets?.inStock)).toEqual({ true: 3 });
    expect(facets?.price).toEqual({ from: 10, to: 40 });
    const disc = await search({ type: 'brake-disc', attribute: 'diameter=320' });
    expect(disc.facets?.attributes).toMatchObject([
      { key: 'diameter', unit: 'mm', values: [{ value: '320', count: 1 }], range: { from: 320, to: 320 } },
      { key: 'ventilated', values: [{ value: 'yes', count: 1 }] },
    ]);
  });
});

describe('what the search reads', () => {
  it('follows an edit, an archiving and stock at once', async () => {
    const id = await makePart(shop, admin, { name: 'Gizmo', stock: 3, minOrder: 3 });
    expect(await list({ q: 'gizmo', inStock: 'true' })).toEqual([id]);
    const save = (method: string, path: string, body?: unknown) =>
      shop.call(method, path, { token: admin.token, body });
    await save('POST', `/parts/${id}/stock`, { quantity: -1, reason: 'lost' });
    expect(await list({ q: 'gizmo', inStock: 'true' })).toEqual([]);
    await save('PUT', `/parts/${id}`, { name: 'Doodad', price: 5 });
    expect([await list({ q: 'gizmo' }), await list({ q: 'doodad', priceTo: '5' })]).toEqual([[], [id]]);
    await save('DELETE', `/parts/${id}`);
    expect(await list({ q: 'doodad' })).toEqual([]);
  });
});

describe('suggestions', () => {
  const suggest = async (q: string, more: Record<string, string> = {}) =>
    (await shop.call('GET', address('/search/suggest', { q, ...more }))).body as SuggestionsBody;

  it('are numbers, each with why', async () => {
    expect((await suggest('8k0 6')).numbers.map(({ _id, match }) => [_id, match.kind])).toEqual(
      expect.arrayContaining([
        [ids.disc, 'oe'],
        [ids.front, 'oe'],
      ]),
    );
    expect((await suggest('kd 44.7')).numbers.map(({ match }) => match.number)).toEqual([
      'KD 44.71',
      'KD 44.72',
    ]);
  });

  it('are types by name and synonym, with the parts of the first', async () => {
    const { types, parts } = await suggest('brake pa');
    expect(types[0]).toMatchObject({ code: 'brake-pad-set' });
    expect(new Set(parts.map((part) => part._id))).toEqual(new Set([ids.front, ids.rear, ids.ceramic]));
    expect((await suggest('rot')).types).toContainEqual(
      expect.objectContaining({ code: 'brake-disc', matched: 'rotor' }),
    );
  });

  it('are brands and vehicles', async () => {
    expect((await suggest('kest')).brands).toEqual([{ slug: 'kestrel', name: 'Kestrel' }]);
    expect((await suggest('brake pads 2014 audi a4')).vehicles).toMatchObject([
      { id: a4, words: 'brake pads' },
    ]);
    expect(
      (await suggest('audi a')).vehicles.every(({ make, model }) => make === 'Audi' && model.startsWith('A')),
    ).toBe(true);
  });

  it('are brands as soon as they have a part, however lately somebody looked for them', async () => {
    expect((await suggest('quokk')).brands).toEqual([]);
    await makePart(shop, admin, { name: 'Thermostat', brand: 'Quokka', partNumber: 'QK-1' });
    expect((await suggest('quokk')).brands).toEqual([{ slug: 'quokka', name: 'Quokka' }]);
  });

  it('are parts that fit where a vehicle is chosen or named', async () => {
    expect(
      (await suggest('brake pad', { vehicle: String(a4) })).parts.map((part) => part._id).sort(),
    ).toEqual([ids.front, ids.rear].sort());
  });

  it('are none where nothing is typed', async () => {
    expect(await suggest(' ')).toEqual({ numbers: [], parts: [], types: [], brands: [], vehicles: [] });
  });
});
