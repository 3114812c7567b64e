/** People are found among all of them, by parts of their name or email. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

/** More than a page has. */
const MANY = 130;

let shop: TestShop;
let admin: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin', 'owner@example.test');
  const people: readonly (readonly [name: string, email: string])[] = [
    ['Zoë Müller', 'zoe.mueller@garage.test'],
    ['Łukasz Groß', 'lukasz@warsztat.test'],
    ['100% Parts_Ltd \\ Sons', 'hundred@parts.test'],
    ['Anna Maria Schmidt', 'workshop_7@schmidt.test'],
    ...Array.from({ length: MANY }, (_, at) => [`Fleet ${at}`, `driver-${at}@fleet.test`] as const),
  ];
  // The first of them came first, so that they stand last in the list.
  for (const [at, [name, email]] of people.entries())
    await sql`
      INSERT INTO shop_user (id, issuer, subject, email, display_name, created_at)
      SELECT gen_random_uuid(), issuer, ${`subject-${at}`}, ${email}, ${name},
             ${shop.clock.now}::timestamptz + ${at}::int * interval '1 second'
      FROM shop_user WHERE id = ${admin.id}::uuid`.execute(shop.databases.write);
});
afterAll(() => shop.close());

async function found(find: string, more = '&limit=100') {
  const path = `/user?find=${encodeURIComponent(find)}${more}`;
  const { status, headers, body } = await shop.call('GET', path, { token: admin.token });
  expect(status).toBe(200);
  return {
    names: (body as { name: string }[]).map(({ name }) => name),
    count: headers.get('x-total-count'),
    next: /<\/api([^>]+)>/.exec(headers.get('link') ?? '')?.[1],
  };
}

it('somebody whom the first page does not have is found by name and by email, and counted', async () => {
  const { body } = await shop.call('GET', '/user?limit=100', { token: admin.token });
  expect((body as { name: string }[]).map(({ name }) => name)).not.toContain('Zoë Müller');
  for (const find of ['Zoë Müller', 'mueller@gar', 'üll'])
    expect(await found(find)).toEqual({ names: ['Zoë Müller'], count: '1', next: undefined });
  expect(await found('nobody of that name')).toEqual({ names: [], count: '0', next: undefined });
});

it('neither case nor marks on letters matter, in what is typed and in what is kept', async () => {
  for (const find of ['muller', 'MÜLLER', 'ZOE', 'mu\u0308ller', 'Garage.TEST'])
    expect((await found(find)).names).toEqual(['Zoë Müller']);
  for (const find of ['lukasz', 'ŁUKASZ', 'gross'])
    expect((await found(find)).names).toEqual(['Łukasz Groß']);
});

it('each word is looked for, in whatever order they stand', async () => {
  for (const find of ['schmidt anna', '  Anna   Schmidt ', 'workshop anna'])
    expect((await found(find)).names).toEqual(['Anna Maria Schmidt']);
  expect((await found('anna müller')).names).toEqual([]);
  // None stands across the two.
  expect((await found('schmidtworkshop')).names).toEqual([]);
});

it('signs that mean something to a pattern are found as they are, and are nothing else', async () => {
  for (const find of ['100%', '0% p', 'parts_ltd', '\\', '％'])
    expect((await found(find)).names).toEqual(['100% Parts_Ltd \\ Sons']);
  expect((await found('_')).names.sort()).toEqual(['100% Parts_Ltd \\ Sons', 'Anna Maria Schmidt']);
  for (const find of ['z%e', 'zo_', '%%', '\\%']) expect((await found(find)).names).toEqual([]);
});

it('goes on page by page with the words, each of them once, newest first', async () => {
  const names: string[] = [];
  let page = await found('fleet.test', '&limit=40');
  expect(page.count).toBe(String(MANY));
  for (;;) {
    names.push(...page.names);
    if (page.next === undefined) break;
    expect(page.next).toContain('find=fleet.test');
    const { body, headers } = await shop.call('GET', page.next, { token: admin.token });
    page = {
      names: (body as { name: string }[]).map(({ name }) => name),
      count: headers.get('x-total-count'),
      next: /<\/api([^>]+)>/.exec(headers.get('link') ?? '')?.[1],
    };
    expect(page.count).toBe(String(MANY));
  }
  expect(names).toEqual(Array.from({ length: MANY }, (_, at) => `Fleet ${MANY - 1 - at}`));
});

it('no words are no search, and what is too long to be one is refused', async () => {
  const all = await shop.call('GET', '/user', { token: admin.token });
  for (const find of ['', '   ', '\t'])
    expect((await found(find, '')).count).toBe(all.headers.get('x-total-count'));
  const { status } = await shop.call('GET', `/user?find=${'a'.repeat(201)}`, { token: admin.token });
  expect(status).toBe(422);
  // Many words are asked for in one statement of a length that is known.
  expect((await found('a '.repeat(100))).names.length).toBeGreaterThan(0);
});
