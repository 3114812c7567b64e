/** A part as the audit log keeps it. */
import type { Facts } from '#domain/audit/facts.ts';
import { type Currency, formatAmount } from '#domain/money.ts';
import type { AuditObject } from '#server/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { partName } from './part-name.ts';
import { type KeptPart, readPartValues } from './part-store.ts';

/** A part at this moment of the transaction: what a person calls it, and its values. Throws where there is no such part. */
export async function factsOfPart(
  tx: Tx,
  id: number,
  listCurrency: Currency,
): Promise<{ readonly object: AuditObject; readonly facts: Facts }> {
  return factsOfKept(id, await readPartValues(tx, id), listCurrency);
}

/** The same of a part that has been read. */
export function factsOfKept(
  id: number,
  { sku, priceMinor, ...values }: KeptPart,
  listCurrency: Currency,
): { readonly object: AuditObject; readonly facts: Facts } {
  return {
    object: { kind: 'part', id, name: partName(values.brand, values.partNumber, values.name) },
    facts: { sku, ...values, price: `${formatAmount(priceMinor, listCurrency)} ${listCurrency.code}` },
  };
}
