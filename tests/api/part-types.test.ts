/** Part types as a start keeps them: what changes when their file does. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPartTypes } from '#main/reference/part-types.ts';
import { keepPartTypes } from '#server/catalogue/reference.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;
let partId: string;

beforeAll(async () => {
  shop = await openTestShop();
  partId = await makePart(shop, await shop.person('admin'), { partType: 'brake-disc' });
});
afterAll(() => shop.close());

const types = readPartTypes();
/** Keeps the types with this one changed; answers how many were new or changed. */
const keep = (code: string, change: object) =>
  inTransaction(shop.databases.write, (tx) =>
    keepPartTypes(
      tx,
      types.map((type) => (type.code === code ? { ...type, ...change } : type)),
    ),
  );
/** Which transaction wrote what the search reads of the part. */
async function searchRowWrittenBy(): Promise<string> {
  const { rows } = await sql<{ xmin: string }>`
    SELECT xmin::text FROM part_search WHERE part_id = ${Number(partId)}`.execute(shop.databases.write);
  return rows[0]?.xmin ?? '';
}
async function goesWith(code: string): Promise<string[] | undefined> {
  const row = await shop.databases.write
    .selectFrom('part_type')
    .select('goes_with')
    .where('code', '=', code)
    .executeTakeFirst();
  return row?.goes_with;
}

it('what goes with a type is kept, in its order, and none of its parts is written for it', async () => {
  expect(await goesWith('brake-disc')).toEqual(
    types.find(({ code }) => code === 'brake-disc')?.goesWith.map(String),
  );
  expect(await keep('brake-disc', {})).toBe(0);
  const before = await searchRowWrittenBy();
  expect(await keep('brake-disc', { goesWith: ['brake-hose', 'brake-pad-set'] })).toBe(1);
  expect(await goesWith('brake-disc')).toEqual(['brake-hose', 'brake-pad-set']);
  expect(await searchRowWrittenBy()).toBe(before);
});

it('another name of a type is found with its parts', async () => {
  const before = await searchRowWrittenBy();
  expect(await keep('brake-disc', { synonyms: ['stopper'] })).toBe(1);
  expect(await searchRowWrittenBy()).not.toBe(before);
});
