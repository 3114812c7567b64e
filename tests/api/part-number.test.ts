/** The rule for numbers on parts is written twice, here and in the database: both must say the same. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { normaliseNumber, numberSlugOf } from '#domain/catalogue/part-number.ts';
import { testDatabase } from '../database.ts';
import { anyText } from '../domain/texts.ts';

it('a number is normalised alike in the domain and in the database, and so is its slug', async () => {
  const { databases } = await testDatabase();
  const typed = fc.string({ unit: fc.constantFrom(...'aBz09 .-/_\u00df\u0131\u017f\u0130\u212a\ufb01é') });
  // PostgreSQL keeps no NUL.
  const texts = fc.sample(fc.oneof(typed, anyText), 4_000).map((text) => text.replaceAll('\0', ''));
  const slugs = texts.map(numberSlugOf);
  const { rows } = await sql<{ number: string; slug: string }>`
    SELECT normalised_number(number) AS number, normalised_number(slug) AS slug
    FROM unnest(${texts}::text[], ${slugs}::text[]) WITH ORDINALITY AS t (number, slug, at) ORDER BY at`.execute(
    databases.write,
  );
  const expected = texts.map(normaliseNumber);
  expect(rows.map((row) => row.number)).toEqual(expected);
  expect(rows.map((row) => row.slug)).toEqual(expected);
});
