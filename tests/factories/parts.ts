/** Parts for tests: a test names only the fields that matter to it. */

import type * as z from 'zod';
import { PartInput } from '#contract/catalogue.ts';
import { isRefusal } from '#domain/refusal.ts';
import { auditOfShop } from '#server/audit/audit.ts';
import { addPart } from '#server/catalogue/save-part.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { TestShop } from '../shop.ts';

const PLAIN = {
  name: 'Brake Disc, front axle, 320 mm',
  price: 10,
  stock: 100,
  minOrder: 1,
  description: 'Ventilated, coated hub.',
  img: '/media/none/960.webp',
};

/** Puts a part into the shop and answers its id. */
export async function makePart(
  { shop }: TestShop,
  admin: { id: string },
  part: Partial<z.input<typeof PartInput>> = {},
): Promise<string> {
  const input = PartInput.parse({ ...PLAIN, ...part });
  const owner = { ...admin, email: '', name: '', role: 'admin' as const, emailVerified: true };
  const made = await addPart(shop.deps, owner, input, undefined, auditOfShop('part.added', shop.deps.now));
  if (isRefusal(made)) throw new Error(`refused: ${made.code}`);
  return made.insertedId;
}

/** How the stock of a part stands: the level, and what the ledger says it must be. */
export async function stockOf(databases: Databases, partId: string) {
  return inTransaction(databases.write, async (tx) => {
    const level = await tx
      .selectFrom('stock_level')
      .select(['on_hand_units', 'reserved_units'])
      .where('part_id', '=', Number(partId))
      .executeTakeFirstOrThrow();
    const ledger = await tx
      .selectFrom('stock_movement')
      .select((eb) => [
        eb.fn.coalesce(eb.fn.sum<string>('on_hand_change'), eb.lit(0)).as('on_hand'),
        eb.fn.coalesce(eb.fn.sum<string>('reserved_change'), eb.lit(0)).as('reserved'),
      ])
      .where('part_id', '=', Number(partId))
      .executeTakeFirstOrThrow();
    return {
      onHand: level.on_hand_units,
      reserved: level.reserved_units,
      ledger: { onHand: Number(ledger.on_hand), reserved: Number(ledger.reserved) },
    };
  });
}
