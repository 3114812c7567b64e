import { expect, it } from 'vitest';
import { jsonWithStock } from '#contract/units-for-sale.ts';

it('says the stock of parts anew, however deep they lie, and of nothing else', () => {
  const part = (_id: string, stock: number) => ({ _id, name: 'stock', stock, minOrder: 2 });
  const body = (stockOf: (id: string) => number) => ({
    parts: [part('1', stockOf('1')), part('2', stockOf('2'))],
    chain: [
      [
        { maker: 'K', part: part('3', stockOf('3')) },
        { maker: 'L', part: null },
      ],
    ],
    facets: { stock: 5, inStock: { values: [{ value: 'true', count: 5 }] } },
    _id: 4,
    stock: 5,
    text: '{"_id":"1","stock":5}',
  });
  const json = jsonWithStock(
    body(() => 5),
    (id, stock) => (id === '2' ? stock : Number(id) * 100),
  );
  expect(json).toBe(JSON.stringify(body((id) => (id === '2' ? 5 : Number(id) * 100))));
});
