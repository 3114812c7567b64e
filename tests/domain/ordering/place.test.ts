import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyOf, fromDecimal, MAX_AMOUNT_MINOR, toDecimal } from '#domain/money.ts';
import { type AskedLine, decideOrder, mergeLines, type OrderablePart } from '#domain/ordering/place.ts';
import { type ExchangeRate, pricePerUnitMinor } from '#domain/pricing/exchange.ts';
import { isRefusal } from '#domain/refusal.ts';

const toTaka: ExchangeRate = {
  list: currencyOf('USD'),
  settlement: currencyOf('BDT'),
  rate: '121.50',
  date: '2026-11-01',
};
const dollarsOnly: ExchangeRate = { ...toTaka, settlement: currencyOf('USD'), rate: '1' };

/** What one payment can come to, in both of these. */
const MOST_MINOR = 99_999_999;
const PAYABLE = { leastMinor: 1, mostMinor: MOST_MINOR, stepMinor: 1 };

const part = (id: number, change: Partial<OrderablePart> = {}): OrderablePart => ({
  id,
  sku: `SKU-${id}`,
  name: `Part ${id}`,
  listPriceMinor: 1_000,
  minOrder: 1,
  orderMultiple: 1,
  stock: 100,
  ...change,
});
const shelf = (...parts: OrderablePart[]) => new Map(parts.map((one) => [one.id, one]));

/** A seen price as a caller makes it of the decimal number that it was sent. */
const seen = (decimal: number, exchange = toTaka) => ({
  asListMinor: fromDecimal(decimal, exchange.list),
  asSettlementMinor: fromDecimal(decimal, exchange.settlement),
});

const decide = (
  lines: AskedLine[],
  parts: ReadonlyMap<number, OrderablePart>,
  exchange = toTaka,
  payable = PAYABLE,
) => decideOrder(mergeLines(lines), parts, exchange, payable);

function codeOf(decision: ReturnType<typeof decide>): string | undefined {
  return isRefusal(decision) ? decision.code : undefined;
}

describe('lines of the same part', () => {
  it('become one, in the order in which the parts came', () => {
    const merged = mergeLines([
      { partId: 2, quantity: 3 },
      { partId: 1, quantity: 1 },
      { partId: 2, quantity: 4 },
    ]);
    expect(merged).toEqual([
      { partId: 2, quantity: 7, seenPrices: [] },
      { partId: 1, quantity: 1, seenPrices: [] },
    ]);
  });

  it('lose no unit and name each part once', () => {
    const line = fc.record({
      partId: fc.integer({ min: 1, max: 5 }),
      quantity: fc.integer({ min: 1, max: 99 }),
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const merged = mergeLines(lines);
        expect(new Set(merged.map((one) => one.partId)).size).toBe(merged.length);
        for (const { partId, quantity } of merged) {
          const asked = lines.filter((one) => one.partId === partId);
          expect(quantity).toBe(asked.reduce((sum, one) => sum + one.quantity, 0));
        }
        expect(
          mergeLines(lines.toReversed())
            .map((one) => one.partId)
            .sort(),
        ).toEqual(merged.map((one) => one.partId).sort());
      }),
    );
  });

  it('are judged together: two halves of the stock and one more are too many', () => {
    const lines = [
      { partId: 1, quantity: 5 },
      { partId: 1, quantity: 6 },
    ];
    expect(codeOf(decide(lines, shelf(part(1, { stock: 10 }))))).toBe('OUT_OF_STOCK');
    expect(codeOf(decide(lines, shelf(part(1, { stock: 11 }))))).toBeUndefined();
  });

  it('must all have seen the price', () => {
    const lines = [
      { partId: 1, quantity: 1, seenPrice: seen(1215) },
      { partId: 1, quantity: 1, seenPrice: seen(1000) },
    ];
    expect(codeOf(decide(lines, shelf(part(1))))).toBe('PRICE_CHANGED');
    expect(codeOf(decide(lines.toReversed(), shelf(part(1))))).toBe('PRICE_CHANGED');
  });
});

describe('the price that a buyer saw', () => {
  it.each([
    ['the price per unit', 1215],
    ['the list price', 10],
  ])('may be %s', (_, price) => {
    expect(
      codeOf(decide([{ partId: 1, quantity: 1, seenPrice: seen(price) }], shelf(part(1)))),
    ).toBeUndefined();
  });

  it('may be left out', () => {
    expect(codeOf(decide([{ partId: 1, quantity: 1 }], shelf(part(1))))).toBeUndefined();
  });

  it.each([0, 0.01, 9.99, 10.01, 1214.99, 1215.01, 1216, 10.001])('may not be %d', (price) => {
    const decision = decide([{ partId: 1, quantity: 1, seenPrice: seen(price) }], shelf(part(1)));
    expect(decision).toMatchObject({
      code: 'PRICE_CHANGED',
      data: { part: { id: 1, listPriceMinor: 1_000 }, pricePerUnitMinor: 121_500 },
    });
  });

  it('is taken exactly when it is one of the two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(2_000_000), (listPriceMinor, seenMinor) => {
        const price = toDecimal(seenMinor, toTaka.list);
        const current = part(1, { listPriceMinor });
        const isCurrent =
          seenMinor === listPriceMinor || seenMinor === pricePerUnitMinor(listPriceMinor, toTaka);
        const decision = decide([{ partId: 1, quantity: 1, seenPrice: seen(price) }], shelf(current));
        expect(codeOf(decision)).toBe(isCurrent ? undefined : 'PRICE_CHANGED');
      }),
    );
  });
});

describe('an order that can be placed', () => {
  const line = fc.record({
    listPriceMinor: fc.integer({ min: 1, max: 5_000 }),
    quantity: fc.integer({ min: 1, max: 50 }),
  });

  it('locks each price in and adds up, in both currencies', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(toTaka, dollarsOnly),
        (lines, exchange) => {
          const parts = shelf(...lines.map(({ listPriceMinor }, at) => part(at + 1, { listPriceMinor })));
          const decision = decide(
            lines.map(({ quantity }, at) => ({ partId: at + 1, quantity })),
            parts,
            exchange,
          );
          if (isRefusal(decision)) {
            expect(decision.code).toBe('AMOUNT_TOO_LARGE');
            return;
          }
          let total = 0n;
          let listTotal = 0n;
          lines.forEach(({ listPriceMinor, quantity }, at) => {
            const unit = pricePerUnitMinor(listPriceMinor, exchange);
            expect(decision.lines[at]).toEqual({
              partId: at + 1,
              partName: `Part ${at + 1}`,
              sku: `SKU-${at + 1}`,
              quantity,
              minOrder: 1,
              orderMultiple: 1,
              listPriceMinor,
              pricePerUnitMinor: unit,
              amountMinor: unit * quantity,
            });
            total += BigInt(unit) * BigInt(quantity);
            listTotal += BigInt(listPriceMinor) * BigInt(quantity);
          });
          expect(BigInt(decision.totalMinor)).toBe(total);
          expect(BigInt(decision.listTotalMinor)).toBe(listTotal);
        },
      ),
    );
  });
});

describe('an order that cannot be placed says why', () => {
  it.each<[string, string, AskedLine, Partial<OrderablePart>]>([
    ['there is no such part', 'PART_NOT_FOUND', { partId: 9, quantity: 1 }, {}],
    ['too few', 'BELOW_MINIMUM', { partId: 1, quantity: 3 }, { minOrder: 4, orderMultiple: 2 }],
    ['not in packs', 'NOT_A_MULTIPLE', { partId: 1, quantity: 5 }, { minOrder: 4, orderMultiple: 2 }],
    ['more than there is', 'OUT_OF_STOCK', { partId: 1, quantity: 101 }, {}],
    ['nothing there', 'OUT_OF_STOCK', { partId: 1, quantity: 1 }, { stock: 0 }],
    ['another price', 'PRICE_CHANGED', { partId: 1, quantity: 1, seenPrice: seen(11) }, {}],
    // Of two reasons: the price before the quantity, since a buyer decides on it first.
    ['another price and too many', 'PRICE_CHANGED', { partId: 1, quantity: 101, seenPrice: seen(11) }, {}],
    [
      'too many and not in packs',
      'OUT_OF_STOCK',
      { partId: 1, quantity: 101 },
      { orderMultiple: 2, minOrder: 2 },
    ],
    [
      'nothing there and below the minimum',
      'BELOW_MINIMUM',
      { partId: 1, quantity: 1 },
      { minOrder: 2, stock: 0 },
    ],
  ])('%s', (_, code, line, change) => {
    expect(codeOf(decide([line], shelf(part(1, change))))).toBe(code);
  });

  it('of several lines, the first one that fails', () => {
    const parts = shelf(part(1), part(2, { stock: 0 }), part(3, { minOrder: 5 }));
    const ask = (...ids: number[]) =>
      codeOf(
        decide(
          ids.map((partId) => ({ partId, quantity: 1 })),
          parts,
        ),
      );
    expect(ask(1, 2, 3)).toBe('OUT_OF_STOCK');
    expect(ask(1, 3, 2)).toBe('BELOW_MINIMUM');
    expect(ask(9, 2, 3)).toBe('PART_NOT_FOUND');
  });

  it('tells the quantities that can be ordered', () => {
    const packs = { minOrder: 4, orderMultiple: 4 };
    expect(decide([{ partId: 1, quantity: 6 }], shelf(part(1, packs)))).toMatchObject({
      code: 'NOT_A_MULTIPLE',
      detail: 'Sold in 4s',
      data: { partId: '1', orderMultiple: 4, lower: 4, higher: 8 },
    });
    // There is no eight: the one that can be had stands for both.
    expect(decide([{ partId: 1, quantity: 6 }], shelf(part(1, { ...packs, stock: 7 })))).toMatchObject({
      data: { lower: 4, higher: 4 },
    });
    expect(decide([{ partId: 1, quantity: 8 }], shelf(part(1, { ...packs, stock: 7 })))).toMatchObject({
      code: 'OUT_OF_STOCK',
      detail: 'Not available',
      data: { partId: '1', minOrder: 4, stock: 7 },
    });
  });
});

describe('the largest order', () => {
  const priced = (listPriceMinor: number, id = 1) => part(id, { listPriceMinor, stock: 10_000_000 });

  it('is what one payment can pay, to the last minor unit', () => {
    const most = decide([{ partId: 1, quantity: 1 }], shelf(priced(MOST_MINOR)), dollarsOnly);
    expect(most).toMatchObject({ totalMinor: MOST_MINOR });
    const more = decide([{ partId: 1, quantity: 1 }], shelf(priced(MOST_MINOR + 1)), dollarsOnly);
    expect(more).toMatchObject({
      code: 'AMOUNT_TOO_LARGE',
      detail: 'One order can be at most $999,999.99; split it into several',
    });
  });

  it('is counted over all lines', () => {
    const parts = shelf(priced(MOST_MINOR, 1), priced(1, 2));
    const both = [
      { partId: 1, quantity: 1 },
      { partId: 2, quantity: 1 },
    ];
    expect(codeOf(decide(both, parts, dollarsOnly))).toBe('AMOUNT_TOO_LARGE');
  });

  it('is not reached by amounts beyond all numbers either', () => {
    const lines = [{ partId: 1, quantity: 10_000_000 }];
    expect(codeOf(decide(lines, shelf(priced(MAX_AMOUNT_MINOR))))).toBe('AMOUNT_TOO_LARGE');
    const rates = { ...toTaka, rate: '999999999.999999999' };
    expect(codeOf(decide(lines, shelf(priced(100_000_000_000)), rates))).toBe('AMOUNT_TOO_LARGE');
  });
});

describe('the amounts that a payment can come to', () => {
  const priced = (listPriceMinor: number) => shelf(part(1, { listPriceMinor }));
  const of = (quantity: number) => [{ partId: 1, quantity }];

  it('are whole steps from the least to the most, of the total and not of each line', () => {
    fc.assert(
      fc.property(
        ...([
          fc.integer({ min: 1, max: 20 }),
          fc.integer({ min: 1, max: 20 }),
          fc.integer({ min: 1, max: 100 }),
        ] as const),
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 10 }),
        (stepMinor, least, more, price, quantity) => {
          const payable = { leastMinor: least * stepMinor, mostMinor: (least + more) * stepMinor, stepMinor };
          const decision = decide(of(quantity), priced(price), dollarsOnly, payable);
          const total = price * quantity;
          const expected =
            total > payable.mostMinor
              ? 'AMOUNT_TOO_LARGE'
              : total < payable.leastMinor || total % stepMinor !== 0
                ? 'AMOUNT_NOT_PAYABLE'
                : undefined;
          expect(codeOf(decision)).toBe(expected);
        },
      ),
    );
  });

  it('leave nothing to be had for nothing: a part that is worth nearly nothing costs the least there is', () => {
    const worthless = { ...toTaka, rate: '0.000000001' };
    const least = { leastMinor: 100, mostMinor: MOST_MINOR, stepMinor: 1 };
    expect(codeOf(decide(of(99), priced(1), worthless, least))).toBe('AMOUNT_NOT_PAYABLE');
    expect(decide(of(100), priced(1), worthless, least)).toMatchObject({ totalMinor: 100 });
  });
});
