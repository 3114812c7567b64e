/** Numbers on parts, for tests. */
import { sql } from 'kysely';
import type { TestShop } from '../shop.ts';

export type GivenNumber = {
  readonly kind: 'oe' | 'trade' | 'competitor' | 'superseded';
  readonly number: string;
  /** Not said where missing. */
  readonly maker?: string;
};

/** Gives numbers to a part. */
export async function giveNumbers(
  { databases }: TestShop,
  partId: string,
  ...numbers: readonly GivenNumber[]
): Promise<void> {
  for (const { kind, number, maker = '' } of numbers) {
    await sql`INSERT INTO part_number_alias (part_id, kind, maker, number)
              VALUES (${Number(partId)}, ${kind}, ${maker}, ${number})`.execute(databases.write);
  }
}
