/**
 * A check of the shop's books, on its database: what must hold whenever no transaction is under way, whatever was killed,
 * raced or repeated before. Where payments go through the sandbox, its side is in the same database and is looked at, too.
 */
import type { Databases } from '#server/platform/db/database.ts';
import { RULES_OF_BOOKS, type RuleOfBooks, wrongBooks } from '#server/read-models/books.ts';

export type BooksOptions = {
  /**
   * The books have been compared with the provider since the last fault: then no money at the provider is unknown to them,
   * and no refund.
   */
  readonly reconciled?: boolean;
};

/** Fails with a line for each thing that is wrong. */
export async function expectBooksToBalance(databases: Databases, options: BooksOptions = {}): Promise<void> {
  const faults = await faultsOfBooks(databases, options);
  if (faults.length > 0) throw new Error(`The books do not balance:\n${faults.join('\n')}`);
}

/** What is wrong in the books, a line each; nothing where they balance. All of it is of one moment. */
export async function faultsOfBooks(
  databases: Databases,
  { reconciled = false }: BooksOptions = {},
): Promise<string[]> {
  const rules = [...RULES_OF_BOOKS, ...WITH_SANDBOX, ...(reconciled ? RECONCILED : [])];
  return wrongBooks(databases.write, rules);
}

/** The sandbox counts as the shop does in the currencies of its tests. */
const WITH_SANDBOX: readonly RuleOfBooks[] = [
  [
    'a paid order has the money of its payment at the provider',
    `SELECT number, transaction_id, total_minor, intent.status, intent.amount
     FROM shop_order LEFT JOIN sandbox.payment_intent AS intent ON intent.id = transaction_id
     WHERE transaction_id IS NOT NULL AND EXISTS (SELECT FROM sandbox.payment_intent)
       AND (intent.status, intent.amount, upper(intent.currency))
           IS DISTINCT FROM ('succeeded', total_minor, settlement_currency)`,
  ],
  [
    'what the books say went back did at the provider',
    `SELECT refund.id, refund.provider_id, refund.amount_minor, kept.amount
     FROM refund LEFT JOIN sandbox.refund AS kept ON kept.id = provider_id
     WHERE provider_id IS NOT NULL AND EXISTS (SELECT FROM sandbox.payment_intent)
       AND (kept.amount, kept.payment_intent_id) IS DISTINCT FROM (refund.amount_minor, refund.intent_id)`,
  ],
  [
    'no refund was made twice at the provider',
    `SELECT metadata->>'refundId' AS refund, count(*) FROM sandbox.refund
     WHERE metadata ? 'refundId' GROUP BY 1 HAVING count(*) > 1`,
  ],
];

/** What holds once the books have been compared with the provider. */
const RECONCILED: readonly RuleOfBooks[] = [
  [
    'the books know all money at the provider',
    `SELECT intent.id, metadata FROM sandbox.payment_intent AS intent
     WHERE status = 'succeeded'
       AND NOT EXISTS (SELECT FROM shop_order WHERE transaction_id = intent.id)
       AND NOT EXISTS (SELECT FROM stray_payment WHERE intent_id = intent.id)`,
  ],
  [
    'the books know all refunds at the provider',
    `SELECT kept.id, kept.payment_intent_id FROM sandbox.refund AS kept
     WHERE NOT EXISTS (SELECT FROM refund WHERE provider_id = kept.id)`,
  ],
  [
    'a closed order can not be paid any more',
    `SELECT number, intent.id FROM shop_order
     JOIN sandbox.payment_intent AS intent ON metadata->>'orderId' = shop_order.id::text
     WHERE shop_order.status <> 'unpaid' AND intent.status IN ('requires_payment_method', 'requires_action')`,
  ],
];
