/** The previous version sells while a migration runs: no migration may stand in its way. */
import { expect, it } from 'vitest';
import {
  MIGRATIONS,
  readMigration,
  readMigrations,
  splitStatements,
} from '#server/platform/db/migration-file.ts';
import { brokenRules, RULES } from './migration-rules.ts';

/** Released before the rules were there, when a shop was closed for an update. */
const RELEASED = [
  '0001_shop',
  '0002_identity',
  '0003_payment_sandbox',
  '0004_people_in_order',
  '0005_newsletter',
  '0007_order_events',
  '0008_search',
  '0009_vehicles',
  '0010_imports',
  '0011_goes_with',
  '0012_engines',
  '0013_search_facets',
];

it('no migration locks what the previous version works on, or takes it away', async () => {
  const all = await readMigrations(MIGRATIONS);
  expect(all.slice(0, RELEASED.length).map(({ name }) => name)).toEqual(RELEASED);
  const told = all
    .slice(RELEASED.length)
    .flatMap((migration) =>
      brokenRules(migration).map(
        ({ rule, statement }) =>
          `${migration.name}: ${rule.name}. ${rule.instead}\n  ${statement.split('\n')[0]}`,
      ),
    );
  expect(told).toEqual([]);
  // The rules have read these files: they would find fault with the earlier ones.
  expect(all.slice(0, RELEASED.length).flatMap(brokenRules).length).toBeGreaterThan(15);
});

it('each migration has a number of its own and a name that says what it does', async () => {
  const names = (await readMigrations(MIGRATIONS)).map(({ name }) => name);
  for (const name of names) expect(name).toMatch(/^\d{4}_[a-z][a-z0-9_]*$/);
  const numbers = names.map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

const OUTSIDE = '-- outside a transaction\n';
const BATCHES = '-- in batches\n';
const PLANTED: Readonly<Record<string, readonly string[]>> = {
  'an index is built while the table is written': [
    'CREATE INDEX part_by_name ON part (name);',
    'CREATE UNIQUE INDEX IF NOT EXISTS part_by_name ON part (name);',
    'CREATE TABLE other (a int); CREATE INDEX ON sandbox.charge (a);',
  ],
  'what runs concurrently runs outside a transaction': [
    'DROP INDEX CONCURRENTLY IF EXISTS a; CREATE INDEX CONCURRENTLY a ON part (name);',
  ],
  'an index that failed half-way is not taken for a whole one': [
    `${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON part (name);`,
  ],
  'an index goes without a lock on its table': [
    `${OUTSIDE}DROP INDEX part_by_number;`,
    'REINDEX TABLE part;',
  ],
  'a table is not written anew': [
    'ALTER TABLE order_line ALTER COLUMN quantity TYPE bigint;',
    'ALTER TABLE ONLY order_line ALTER quantity SET DATA TYPE bigint;',
    'TRUNCATE review;',
    'LOCK TABLE part IN SHARE MODE;',
  ],
  'a new column costs nothing': [
    'ALTER TABLE part ADD COLUMN key uuid DEFAULT gen_random_uuid();',
    'ALTER TABLE part ADD COLUMN turn bigserial;',
    'ALTER TABLE part ADD COLUMN a int, ADD COLUMN twice int GENERATED ALWAYS AS (min_order * 2) STORED;',
  ],
  'the previous version can still write': ['ALTER TABLE part ADD COLUMN weight integer NOT NULL;'],
  'a constraint is checked without a lock': [
    'ALTER TABLE part ADD CONSTRAINT dear CHECK (price_minor > 5);',
    'ALTER TABLE part ADD CHECK (price_minor > 5);',
    'ALTER TABLE part ADD CONSTRAINT one UNIQUE (gtin);',
    'ALTER TABLE review ADD FOREIGN KEY (part_id) REFERENCES part;',
    'ALTER TABLE review ADD COLUMN order_id uuid REFERENCES shop_order;',
  ],
  'a constraint is validated after it was added, not with it': [
    'ALTER TABLE part ADD CONSTRAINT dear CHECK (price_minor > 5) NOT VALID; ALTER TABLE part VALIDATE CONSTRAINT dear;',
  ],
  'NOT NULL is known before it is said': ['ALTER TABLE part ALTER COLUMN gtin SET NOT NULL;'],
  'many rows are changed in batches': [
    "UPDATE part SET gtin = '';",
    'DELETE FROM review;',
    'WITH old AS (SELECT id FROM review) DELETE FROM review USING old WHERE review.id = old.id;',
    `${BATCHES}UPDATE part SET gtin = '' WHERE gtin IS NULL;`,
  ],
  'what the previous version uses stays': [
    'DROP TABLE review;',
    'DROP VIEW part_search_source;',
    'ALTER TABLE part RENAME COLUMN name TO title;',
    'ALTER TABLE part DROP COLUMN gtin;',
    'ALTER TABLE part DROP gtin;',
  ],
};

it.each(RULES.map(({ name }) => name))('a planted violation is found: %s', (name) => {
  const planted = PLANTED[name] ?? [];
  expect(planted.length).toBeGreaterThan(0);
  for (const text of planted) {
    const found = brokenRules(readMigration('0099_planted', text)).map(({ rule }) => rule.name);
    expect([text, found]).toEqual([text, expect.arrayContaining([name])]);
  }
});

it.each([
  [
    '0099_a',
    'CREATE TABLE wish (id uuid PRIMARY KEY, part_id bigint REFERENCES part); CREATE INDEX ON wish (part_id);',
  ],
  [
    '0099_a',
    'CREATE TABLE wish (a int); UPDATE wish SET a = 1; ALTER TABLE wish ALTER COLUMN a SET NOT NULL;',
  ],
  [
    '0099_a',
    "ALTER TABLE part ADD COLUMN weight integer NOT NULL DEFAULT 0, ADD COLUMN words text[] DEFAULT '{}';",
  ],
  ['0099_a', 'ALTER TABLE part ADD CONSTRAINT heavy CHECK (weight > 0) NOT VALID;'],
  ['0099_a', 'ALTER TABLE part VALIDATE CONSTRAINT heavy;'],
  ['0099_a', 'ALTER TABLE part ADD CONSTRAINT one UNIQUE USING INDEX part_one;'],
  ['0099_a', 'ALTER TABLE part DROP CONSTRAINT heavy, ALTER COLUMN gtin DROP NOT NULL;'],
  ['0099_a', "INSERT INTO part_type (code) SELECT 'DROP TABLE part';\n-- TRUNCATE part;"],
  [
    '0099_a',
    'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE part SET name = name; END $$;',
  ],
  ['0099_a', '-- locks: a dozen rows\nUPDATE part_type SET kinds = kinds;'],
  ['0099_a', `${OUTSIDE}DROP INDEX CONCURRENTLY IF EXISTS a;\nCREATE INDEX CONCURRENTLY a ON part (name);`],
  [
    '0099_a',
    `${BATCHES}UPDATE part SET gtin = '' WHERE id IN (SELECT id FROM part WHERE gtin IS NULL LIMIT 1000);`,
  ],
  ['0099_drop_gtin_needs_0098', 'ALTER TABLE part DROP COLUMN gtin;'],
])('%s may: %s', (name, text) => {
  expect(brokenRules(readMigration(name, text)).map(({ rule }) => rule.name)).toEqual([]);
});

it('statements are told apart by what ends them, not by what looks like it', () => {
  expect(
    splitStatements(
      `-- one; two\nSELECT 'a;''b', "c;d", $x$ e; $y$ f $x$; /* g; */ SELECT 1 - 2 / 3;\n\nSELECT $1;`,
    ),
  ).toEqual([`SELECT 'a;''b', "c;d", $x$ e; $y$ f $x$`, 'SELECT 1 - 2 / 3', 'SELECT $1']);
});
