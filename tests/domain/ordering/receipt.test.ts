import { describe, expect, it } from 'vitest';
import { currencyOf } from '#domain/money.ts';
import type { Order } from '#domain/ordering/order.ts';
import { describeReceipt } from '#domain/ordering/receipt.ts';

const shop = { name: 'Mainshaft', url: 'https://parts.example/', takesTestPayments: false };
const paid: Order = {
  id: '0b7f4c1e-0000-4000-8000-000000000000',
  number: 'MS-2026-000042',
  userId: '0b7f4c1e-0000-4000-8000-000000000001',
  userName: 'Nadia Rahman',
  userEmail: 'nadia@workshop.example',
  address: '14 Workshop Lane\r\n\nDhaka 1208',
  phone: '+880 1711 000000',
  status: 'paid',
  closingAs: null,
  listCurrency: currencyOf('USD'),
  settlementCurrency: currencyOf('BDT'),
  rate: '121.50',
  rateDate: '2026-11-01',
  listTotalMinor: 1_200_000,
  totalMinor: 145_800_000,
  transactionId: 'pi_1',
  placedAt: new Date('2026-11-20T09:03:00Z'),
  expiresAt: new Date('2026-11-20T11:03:00Z'),
  paidAt: new Date('2026-11-20T23:59:00Z'),
  closedAt: null,
  refunds: [],
  lines: [
    {
      partId: 1,
      partName: 'Oil Filter',
      sku: 'MS-1',
      quantity: 1_200,
      listPriceMinor: 1_000,
      pricePerUnitMinor: 121_500,
      amountMinor: 145_800_000,
    },
  ],
};
const unpaid = { ...paid, status: 'unpaid', paidAt: null, transactionId: null } as const;
const closed = (status: 'cancelled' | 'expired') =>
  ({ ...unpaid, status, closedAt: new Date('2026-11-20T10:00:00Z') }) as const;

describe('the document about an order', () => {
  it('has every fact of a paid order, in figures and in words', () => {
    expect(describeReceipt(paid, shop)).toEqual({
      kind: 'receipt',
      title: 'Receipt',
      statement: 'Paid in full on 20 November 2026, 23:59 UTC, by card.',
      orderNumber: 'MS-2026-000042',
      shopName: 'Mainshaft',
      shopAddress: 'parts.example',
      buyer: ['Nadia Rahman', 'nadia@workshop.example'],
      delivery: ['Nadia Rahman', '14 Workshop Lane', 'Dhaka 1208', '+880 1711 000000'],
      facts: [
        { label: 'Order', value: 'MS-2026-000042' },
        { label: 'Placed', value: '20 November 2026, 09:03 UTC' },
        { label: 'Paid', value: '20 November 2026, 23:59 UTC' },
        { label: 'Transaction', value: 'pi_1' },
      ],
      lines: [
        {
          name: 'Oil Filter',
          sku: 'MS-1',
          fit: '',
          quantity: '1,200',
          pricePerUnit: '1,215.00 TK',
          amount: '1,458,000.00 TK',
        },
      ],
      totalLabel: 'Total paid',
      total: '1,458,000.00 TK',
      totalInWords: 'One million four hundred and fifty-eight thousand taka',
      deductions: [],
      exchange: 'List price $12,000.00, at 1 USD = 121.50 BDT, the rate of 1 November 2026',
      documentTitle: 'Receipt MS-2026-000042',
    });
  });

  it.each([
    [unpaid, 'confirmation', 'Order confirmation – not paid', 'Total to pay'],
    [closed('cancelled'), 'cancelled', 'Cancelled order', 'Total, not paid'],
    [closed('expired'), 'expired', 'Expired order', 'Total, not paid'],
  ] as const)('is no receipt without the money: %#', (order, kind, title, totalLabel) => {
    const document = describeReceipt(order, shop);
    expect(document).toMatchObject({ kind, title, totalLabel });
    expect(document.statement).toContain('This is no receipt.');
    expect(document.facts.map(({ label }) => label)).not.toContain('Paid');
  });

  it('says until when an order that is not paid is reserved, and when a closed one was closed', () => {
    expect(describeReceipt(unpaid, shop).statement).toContain('20 November 2026, 11:03 UTC');
    expect(describeReceipt(closed('expired'), shop).facts.at(-1)).toEqual({
      label: 'Expired',
      value: '20 November 2026, 10:00 UTC',
    });
  });

  it('says what went back, when, and what is left', () => {
    const at = new Date('2026-11-22T08:00:00Z');
    const part = { amountMinor: 45_800_000, isDone: true, at };
    const onItsWay = { amountMinor: 1_000, isDone: false, at };
    expect(describeReceipt({ ...paid, refunds: [part, onItsWay] }, shop)).toMatchObject({
      kind: 'receipt',
      statement: 'Paid in full on 20 November 2026, 23:59 UTC, by card. A part of it was given back.',
      totalLabel: 'Total paid',
      total: '1,458,000.00 TK',
      deductions: [
        { label: 'Refunded on 22 November 2026', value: '-458,000.00 TK' },
        { label: 'Left of the payment', value: '1,000,000.00 TK' },
      ],
    });
  });

  it('says that the money of a refunded order went back', () => {
    const at = new Date('2026-11-22T08:00:00Z');
    const whole = { amountMinor: paid.totalMinor, isDone: true, at };
    const refunded = describeReceipt({ ...paid, status: 'refunded', refunds: [whole] }, shop);
    expect(refunded).toMatchObject({ kind: 'refunded', title: 'Refunded order', totalLabel: 'Total paid' });
    expect(refunded.statement).toContain('given back');
    expect(refunded.deductions.at(-1)).toEqual({ label: 'Left of the payment', value: '0.00 TK' });
  });

  it('says that a test payment moved no money', () => {
    const test = { ...shop, takesTestPayments: true };
    expect(describeReceipt(paid, test).statement).toContain('no money moved');
    expect(describeReceipt(unpaid, test).statement).not.toContain('no money moved');
  });

  it('speaks of no rate where there is one currency', () => {
    expect(describeReceipt({ ...paid, listCurrency: currencyOf('BDT') }, shop).exchange).toBeNull();
  });
});
