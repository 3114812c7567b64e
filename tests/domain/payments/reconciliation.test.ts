import { describe, expect, it } from 'vitest';
import { comparePayment, type PaymentInBooks } from '#domain/payments/reconciliation.ts';
import type { ProviderPayment } from '#domain/payments/settlement.ts';

const payment: ProviderPayment = {
  intentId: 'pi_1',
  status: 'succeeded',
  amountMinor: 1_000,
  currency: 'BDT',
  orderId: 'o-1',
};
const unknown: PaymentInBooks = { paid: null, namedStatus: null, isStray: false };
const paid = { ...unknown, paid: { totalMinor: 1_000, currency: 'BDT' } };

describe('a payment at the provider', () => {
  it.each([
    ['that paid an order agrees', {}, paid, 'agrees'],
    ['that is kept as stray agrees', {}, { ...unknown, isStray: true }, 'agrees'],
    ['that nobody knows is settled', {}, { ...unknown, namedStatus: 'unpaid' }, 'unsettled'],
    ['that names nothing is settled, too', { orderId: null }, unknown, 'unsettled'],
    ['of another amount is told', { amountMinor: 999 }, paid, 'other-amount'],
    ['of another currency is told', { currency: 'USD' }, paid, 'other-amount'],
    ['without money for a paid order is told', { status: 'cancelled' }, paid, 'paid-without-money'],
    ['open for an unpaid order waits', { status: 'open' }, { ...unknown, namedStatus: 'unpaid' }, 'agrees'],
    ['open for nothing of ours is left alone', { status: 'open' }, unknown, 'agrees'],
    [
      'open for a closed order is cancelled',
      { status: 'open' },
      { ...unknown, namedStatus: 'expired' },
      'open-for-closed-order',
    ],
    [
      'open for an order that another paid is cancelled',
      { status: 'open' },
      { ...unknown, namedStatus: 'paid' },
      'open-for-closed-order',
    ],
    ['under way is waited for', { status: 'processing' }, { ...unknown, namedStatus: 'expired' }, 'agrees'],
    ['cancelled is over', { status: 'cancelled' }, { ...unknown, namedStatus: 'cancelled' }, 'agrees'],
  ] as const)('%s', (_, change, books, expected) => {
    expect(comparePayment({ ...payment, ...change }, books)).toBe(expected);
  });
});
