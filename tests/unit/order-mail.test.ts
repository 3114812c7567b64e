/** What the shop writes to a buyer about their order. */
import { describe, expect, test } from 'vitest';
import { currencyOf } from '#domain/money.ts';
import type { Order } from '#domain/ordering/order.ts';
import { type OrderMailEvent, orderMail } from '#server/ordering/order-mail.ts';

const SHOP = { name: 'Mainshaft', url: 'https://parts.example' };
const ID = '0b1f6a0e-8f52-4c8e-9d30-5b5f2f6c2f11';
const EVENTS: readonly OrderMailEvent[] = ['placed', 'paid', 'cancelled', 'expired'];

function order(changes: Partial<Order> = {}): Order {
  return {
    id: ID,
    number: 'MS-2026-000042',
    userId: 'd2c1f0a4-2f5b-4d9f-8a84-0e1c3f0f9a10',
    userName: 'Ada Smith',
    userEmail: 'ada@workshop.example',
    address: '12 Mill Lane\nDhaka 1207',
    phone: '+880 1700 000000',
    status: 'unpaid',
    closingAs: null,
    listCurrency: currencyOf('USD'),
    settlementCurrency: currencyOf('BDT'),
    rate: '121.50',
    rateDate: '2026-01-01',
    listTotalMinor: 102_000,
    totalMinor: 12_393_000,
    transactionId: null,
    placedAt: new Date('2026-01-31T13:30:00Z'),
    expiresAt: new Date('2026-01-31T14:05:00Z'),
    paidAt: null,
    closedAt: null,
    refunds: [],
    lines: [
      {
        partId: 1,
        partName: 'Brake Disc, ventilated, 320 mm',
        sku: 'BD-320',
        quantity: 24,
        listPriceMinor: 4_250,
        pricePerUnitMinor: 516_375,
        amountMinor: 12_393_000,
      },
    ],
    ...changes,
  };
}

/** What a person reads of the HTML. */
function readable(html: string): string {
  return html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

describe.each(EVENTS)('the mail of an order that is %s', (event) => {
  const mail = orderMail(event, order(), SHOP);

  test('names the order in subject, text and HTML', () => {
    for (const part of [mail.subject, mail.text, readable(mail.html)])
      expect(part).toContain('MS-2026-000042');
  });

  test('lists what was ordered, with amounts in the currency that is paid in', () => {
    for (const part of [mail.text, readable(mail.html)]) {
      expect(part).toContain('Brake Disc, ventilated, 320 mm');
      expect(part).toContain('BD-320 · 24 × 5,163.75 TK');
      expect(part).toContain('123,930.00 TK');
      expect(part).toContain('$1,020.00, at 1 USD = 121.50 BDT (2026-01-01)');
    }
  });

  test('says the same in text and HTML', () => {
    const words = (part: string) => new Set(part.match(/[\p{L}\p{N}-]+/gu));
    const inHtml = words(`${readable(mail.html)} ${mail.html.match(/href="[^"]*"/g)?.join(' ')}`);
    for (const word of words(mail.text)) if (word !== '--') expect(inHtml).toContain(word);
  });

  test('loads nothing from anywhere', () => {
    expect(mail.html).not.toMatch(/<(?:img|script|link|iframe)|url\(|@import|src=/i);
  });
});

describe('what to do next', () => {
  const link = (event: OrderMailEvent, changes: Partial<Order> = {}, url = SHOP.url) => {
    const { text, html } = orderMail(event, order(changes), { ...SHOP, url });
    const inText = text.match(/https?:\/\/\S+\/dashboard\S*/g) ?? [];
    expect(html.match(/(?<=href=")[^"]*dashboard[^"]*/g)).toEqual(inText);
    return inText;
  };

  test('an unpaid order is paid, until its expiry', () => {
    expect(link('placed')).toEqual([`https://parts.example/dashboard/payment/${ID}`]);
    expect(orderMail('placed', order(), SHOP).text).toContain('until 31 January 2026, 14:05 UTC');
  });

  test('a late mail asks for no payment that is not due', () => {
    for (const status of ['shipped', 'cancelled', 'expired'] as const) {
      expect(link('placed', { status })).toEqual([`https://parts.example/dashboard/order/${ID}`]);
      expect(orderMail('placed', order({ status }), SHOP).text).not.toMatch(/\bpay\b/i);
    }
  });

  test('all others are shown on their own page', () => {
    for (const event of ['paid', 'cancelled', 'expired'] as const) {
      expect(link(event)).toEqual([`https://parts.example/dashboard/order/${ID}`]);
    }
  });

  test('a slash at the end of the shop’s address is not doubled', () => {
    expect(link('paid', {}, 'http://127.0.0.1:3000/')).toEqual([
      `http://127.0.0.1:3000/dashboard/order/${ID}`,
    ]);
  });
});

test('a paid order names its transaction and where it goes', () => {
  const { text } = orderMail('paid', order({ status: 'shipped', transactionId: 'pi_42' }), SHOP);
  expect(text).toContain('Transaction:\n  pi_42');
  expect(text).toContain('Deliver to:\n  Ada Smith\n  12 Mill Lane\n  Dhaka 1207\n  +880 1700 000000');
});

test('without conversion no rate is named', () => {
  const { text } = orderMail('placed', order({ settlementCurrency: currencyOf('USD') }), SHOP);
  expect(text).not.toContain('USD');
});

describe('texts of strangers', () => {
  const hostile = '<script>alert("x")</script>&\'<a href=https://evil.example>pay here</a>';

  test('stand in HTML as they were typed, and are nothing else', () => {
    const [line] = order().lines;
    if (line === undefined) throw new Error('no line');
    const { html } = orderMail(
      'placed',
      order({
        userName: hostile,
        address: hostile,
        phone: hostile,
        transactionId: hostile,
        lines: [{ ...line, partName: hostile, sku: hostile }],
      }),
      { name: hostile, url: `https://parts.example/"onload="x` },
    );
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<a href=https://evil.example');
    expect(html).not.toMatch(/"onload="/);
    expect(readable(html).split(hostile)).toHaveLength(8);
  });

  test('cannot pose as lines of the mail', () => {
    const { text, html } = orderMail(
      'placed',
      order({ userName: 'Ada\r\n\r\nPay here:\nhttps://evil.example', address: 'a\u2028b\u0000c\u202Ed' }),
      SHOP,
    );
    expect(text).not.toMatch(/^Pay here/m);
    expect(text).toContain('  a\n  b cd\n');
    expect(html).toContain('a<br>b cd<br>');
  });
});
