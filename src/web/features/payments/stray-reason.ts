/** Why a payment found no order that it could pay, in words. */
const REASONS: Readonly<Record<string, string>> = {
  'order-closed': 'the order was closed',
  'already-paid': 'the order was paid before',
  'other-order': 'no such order',
  'no-such-order': 'no such order',
  'wrong-amount': 'not the order’s amount',
  'wrong-currency': 'not the order’s currency',
};

export function strayReason(reason: string): string {
  return REASONS[reason] ?? reason;
}
