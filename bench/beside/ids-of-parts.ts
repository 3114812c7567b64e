/** What a shop that was filled calls its parts. */
import type pg from 'pg';
import type { PlainPart } from './parts.ts';

export type IdsOfPart = { readonly productId: string; readonly variantId: string; readonly minOrder: number };

/**
 * The ids of these parts, in their order.
 *
 * @param statement answers `number`, `productId` and `variantId`, all of them text
 * @throws Error where a part is not in the shop
 */
export async function idsOfParts(
  client: pg.Client,
  statement: string,
  parts: readonly PlainPart[],
): Promise<IdsOfPart[]> {
  const { rows } = await client.query<{ number: string; productId: string; variantId: string }>(statement);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return parts.map(({ number, minOrder }) => {
    const row = byNumber.get(number);
    if (row === undefined) throw new Error(`${number} is not in the shop`);
    return { productId: row.productId, variantId: row.variantId, minOrder };
  });
}

/** What orders are for. */
export const variantsOf = (ids: readonly IdsOfPart[]) =>
  ids.map(({ variantId, minOrder }) => ({ id: variantId, minOrder }));
