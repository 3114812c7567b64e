/** What a reader of queries knows of the shop: kept in memory, and how old it may be. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { searchLexicon } from '#server/read-models/search-lexicon.ts';
import { type TestDatabase, testDatabase } from '../database.ts';

let database: TestDatabase;
/** The catalogue's version as this process knows it, and its clock. */
let version: number;
let nowMs: number;
let lexicon: ReturnType<typeof searchLexicon>;
beforeEach(async () => {
  database = await testDatabase();
  version = 1;
  nowMs = 1_000_000;
  lexicon = searchLexicon(
    database.databases.read,
    async () => version,
    () => nowMs,
  );
});

/** As another process writes: this one is told of it by the catalogue's version alone. */
const write = (text: string) => sql.raw(text).execute(database.databases.write);
const addBrand = (name: string) => write(`INSERT INTO brand (name, slug) VALUES ('${name}', '${name}')`);
const knowsBrand = async (name: string) => (await lexicon()).brands.some((brand) => brand.name === name);
const knowsWord = async (word: string) => (await lexicon()).vocabulary.knows(word);

it('knows what is new as soon as the version says so', async () => {
  expect(await knowsBrand('brembo')).toBe(false);
  await addBrand('brembo');
  version += 1;
  expect(await knowsBrand('brembo')).toBe(true);
});

it('knows a brand that was begun before another and came behind it', async () => {
  await inTransaction(database.databases.write, async (tx) => {
    await sql`INSERT INTO brand (name, slug) VALUES ('ate', 'ate')`.execute(tx);
    await addBrand('brembo');
    version += 1;
    expect(await knowsBrand('brembo')).toBe(true);
  });
  version += 1;
  expect(await knowsBrand('ate')).toBe(true);
});

it('knows it within a second where nothing says so', async () => {
  expect(await knowsBrand('brembo')).toBe(false);
  await addBrand('brembo');
  nowMs += 999;
  expect(await knowsBrand('brembo')).toBe(false);
  nowMs += 1;
  expect(await knowsBrand('brembo')).toBe(true);
});

it('knows a type by its new name, and one that is gone no more', async () => {
  const typeNames = async () => (await lexicon()).types.map(({ name }) => name);
  await write(`INSERT INTO part_type (code, name, category, kinds, positions, attributes, synonyms)
               VALUES ('tow-bar', 'Tow bar', '{Body}', '{car}', '{}', '[]', '{}')`);
  version += 1;
  expect(await typeNames()).toContain('Tow bar');
  await write(`UPDATE part_type SET name = 'Towing bracket' WHERE code = 'tow-bar'`);
  version += 1;
  expect(await typeNames()).toContain('Towing bracket');
  await write(`DELETE FROM part_type WHERE code = 'tow-bar'`);
  version += 1;
  expect(await typeNames()).not.toContain('Towing bracket');
});

it('takes over words that names have half a minute later at most, where an import brings new ones all the time', async () => {
  expect(await knowsWord('grommet')).toBe(false);
  await write(`INSERT INTO search_word (word) VALUES ('grommet')`);
  for (let second = 1; second < 30; second += 1) {
    nowMs += 1_000;
    version += 1;
    expect(await knowsWord('grommet')).toBe(false);
  }
  nowMs += 1_000;
  version += 1;
  expect(await knowsWord('grommet')).toBe(true);
});

it('gives those who ask while it looks what is true when they ask', async () => {
  await lexicon();
  nowMs += 1_000;
  const before = lexicon();
  await addBrand('brembo');
  version += 1;
  const after = knowsBrand('brembo');
  await before;
  expect(await after).toBe(true);
});
