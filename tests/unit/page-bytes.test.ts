import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PagePiece, pageBytes, type StockSlot } from '#main/page-bytes.ts';

const slot = (partId: number, units: number): StockSlot => ({
  partId,
  text: `${units} Stück`,
  at: (next) => (next < 10 ? undefined : slot(partId, next)),
});

it('is the pieces as bytes, and after stock has moved what other pieces would have been', () => {
  const units = fc.integer({ min: 10, max: 100_000 });
  const pieces = fc.array(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.tuple(fc.integer({ min: 1, max: 4 }), units)),
  );
  const moves = fc.array(fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5'), units), { maxLength: 4 });
  fc.assert(
    fc.property(pieces, moves, (parts, moved) => {
      let stock = new Map<number, number>();
      const at = (): PagePiece[] =>
        parts.map((one) => (typeof one === 'string' ? one : slot(one[0], stock.get(one[0]) ?? one[1])));
      const text = () =>
        at()
          .map((one) => (typeof one === 'string' ? one : one.text))
          .join('');
      let page = pageBytes(at());
      expect(page.bytes.toString()).toBe(text());
      for (const move of moved) {
        const change = new Map(Object.entries(move).map(([id, count]) => [Number(id), count]));
        stock = new Map([...stock, ...change]);
        const next = page.restock(change);
        if (next === undefined) throw new Error('It can be the same page');
        expect(next.bytes.toString()).toBe(text());
        // Of the process that rendered it, and of one that has followed the stock.
        expect(next.tag).toBe(pageBytes(at()).tag);
        expect(next.tag === page.tag).toBe(next.bytes.equals(page.bytes));
        page = next;
      }
    }),
  );
});

it('is rendered anew where one of its numbers says more, and left as it was', () => {
  const page = pageBytes(['<b>', slot(1, 20), '</b>', slot(2, 30)]);
  expect(
    page.restock(
      new Map([
        [1, 15],
        [2, 9],
      ]),
    ),
  ).toBeUndefined();
  expect(page.restock(new Map([[3, 1]]))?.bytes.toString()).toBe('<b>20 Stück</b>30 Stück');
  expect(page.bytes.toString()).toBe('<b>20 Stück</b>30 Stück');
});

it('has another tag for each other text, wherever its numbers stand', () => {
  const tags = [
    ['ab', slot(1, 20), 'c'],
    ['a', slot(1, 20), 'bc'],
    ['ab', slot(1, 21), 'c'],
    ['ab', slot(1, 20), 'd'],
    [slot(1, 20), slot(2, 30)],
    [slot(1, 30), slot(2, 20)],
  ].map((pieces) => pageBytes(pieces).tag);
  expect(new Set(tags).size).toBe(tags.length);
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]{27}"$/);
});
