import { describe, expect, it } from 'vitest';
import { currencyOf } from '#domain/money.ts';
import type { OrderStatus } from '#domain/ordering/order.ts';
import { judgePayment, type ProviderPayment, type Settlement } from '#domain/payments/settlement.ts';

const unpaid = {
  id: 'order-1',
  status: 'unpaid' as OrderStatus,
  totalMinor: 121_500,
  settlementCurrency: currencyOf('BDT'),
  transactionId: null as string | null,
};
const paidBy = (transactionId: string, status: OrderStatus = 'paid') => ({
  ...unpaid,
  status,
  transactionId,
});
const payment: ProviderPayment = {
  intentId: 'pi_1',
  status: 'succeeded',
  amountMinor: 121_500,
  currency: 'BDT',
  orderId: 'order-1',
};

describe('a payment', () => {
  it.each<[string, Settlement, typeof unpaid, Partial<ProviderPayment>]>([
    ['that fits pays', 'pays', unpaid, {}],
    ['that has paid this order has paid it', 'has-paid', paidBy('pi_1'), {}],
    ['that has paid this order, now shipped, too', 'has-paid', paidBy('pi_1', 'shipped'), {}],
    ['that was given back since, too', 'has-paid', paidBy('pi_1', 'refunded'), {}],
    ['of another order is none of ours', 'other-order', unpaid, { orderId: 'order-2' }],
    ['that names no order is none of ours', 'other-order', unpaid, { orderId: null }],
    ['that is open has paid nothing', 'not-succeeded', unpaid, { status: 'open' }],
    ['under way has paid nothing yet', 'not-succeeded', unpaid, { status: 'processing' }],
    ['that was cancelled has paid nothing', 'not-succeeded', unpaid, { status: 'cancelled' }],
    ['of less is wrong', 'wrong-amount', unpaid, { amountMinor: 121_499 }],
    ['of more is wrong', 'wrong-amount', unpaid, { amountMinor: 121_501 }],
    ['of nothing is wrong', 'wrong-amount', unpaid, { amountMinor: 0 }],
    [
      'in another currency is wrong, though the number is right',
      'wrong-currency',
      unpaid,
      { currency: 'USD' },
    ],
    ['for an order that another payment paid comes too late', 'already-paid', paidBy('pi_0'), {}],
    ['for an order shipped on another payment, too', 'already-paid', paidBy('pi_0', 'shipped'), {}],
    ['for an order given back comes too late', 'already-paid', paidBy('pi_0', 'refunded'), {}],
    ['for a cancelled order finds it closed', 'order-closed', { ...unpaid, status: 'cancelled' }, {}],
    ['for an expired order finds it closed', 'order-closed', { ...unpaid, status: 'expired' }, {}],
    // Several things wrong at once: whose payment it is comes first, then whether there is money at all.
    ['of another order that failed', 'other-order', unpaid, { orderId: 'order-2', status: 'cancelled' }],
    ['that failed, with the wrong amount', 'not-succeeded', unpaid, { status: 'open', amountMinor: 1 }],
    [
      'that failed, for a closed order',
      'not-succeeded',
      { ...unpaid, status: 'expired' },
      { status: 'open' },
    ],
  ])('%s', (_, verdict, order, change) => {
    expect(judgePayment(order, { ...payment, ...change })).toBe(verdict);
  });

  it('pays in exactly one case of all', () => {
    const statuses: OrderStatus[] = ['unpaid', 'paid', 'shipped', 'cancelled', 'expired', 'refunded'];
    const verdicts: string[] = [];
    for (const status of statuses)
      for (const transactionId of [null, 'pi_1', 'pi_0'])
        for (const paymentStatus of ['open', 'processing', 'succeeded', 'cancelled'] as const)
          for (const amountMinor of [121_500, 1])
            for (const currency of ['BDT', 'USD'])
              for (const orderId of ['order-1', 'order-2', null]) {
                const given = { ...payment, status: paymentStatus, amountMinor, currency, orderId };
                const verdict = judgePayment({ ...unpaid, status, transactionId }, given);
                if (verdict === 'pays')
                  verdicts.push([status, transactionId, paymentStatus, currency].join());
              }
    expect(verdicts).toEqual(['unpaid,,succeeded,BDT']);
  });
});
