/** Parts side by side: which, by the address, and what is told of them. */
import { expect, test } from 'vitest';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { compareRows } from '#web/features/catalogue/compare-rows.ts';
import { comparedPlaces, comparedText, compareSearch } from '#web/features/catalogue/compare-search.ts';

const part = (own: Partial<PartDetailBody>): PartDetailBody => ({
  _id: '1',
  name: 'Brake Disc',
  img: '',
  stock: 120,
  minOrder: 12,
  orderMultiple: 1,
  description: '',
  price: 38.4,
  pricePerUnit: 4_665.6,
  sku: 'MS-1',
  brand: 'Kolb',
  brandSlug: 'kolb',
  partNumber: 'K 1',
  partNumberSlug: 'k-1',
  partType: 'Brake Disc',
  partTypeCode: 'brake-disc',
  grade: 'aftermarket',
  lifecycle: 'active',
  gtin: null,
  category: ['Braking', 'Discs and drums'],
  attributes: [],
  numbers: [],
  vehicleCount: 3,
  archived: false,
  ...own,
});
const USD = { code: 'USD', label: '$', decimals: 2 };
const BDT = { code: 'BDT', label: 'TK', decimals: 2 };
const rowsOf = (...parts: PartDetailBody[]) =>
  compareRows(parts, { listCurrency: USD, settlementCurrency: BDT }, 'en');
const rowOf = (name: string, ...parts: PartDetailBody[]) => rowsOf(...parts).find((row) => row.name === name);

test('both currencies are told, and only one where there is no other', () => {
  expect(rowOf('Price: $', part({}))?.texts).toEqual(['$38.40']);
  expect(rowOf('Price per unit', part({}))?.texts).toEqual(['4,665.60 TK']);
  const same = compareRows([part({})], { listCurrency: USD, settlementCurrency: USD }, 'en');
  expect(same.map(({ name }) => name)).not.toContain('Price per unit');
});

test('an attribute that one of them lacks is not known there, and tells them apart', () => {
  const diameter = { key: 'diameter', name: 'Diameter', unit: 'mm', value: '320' };
  expect(rowOf('Diameter', part({ attributes: [diameter] }), part({}))).toMatchObject({
    texts: ['320 mm', null],
    differs: true,
  });
  expect(rowOf('Diameter', part({ attributes: [diameter] }), part({ attributes: [diameter] }))?.differs).toBe(
    false,
  );
  // Another unit is another measure.
  const inches = rowsOf(
    part({ attributes: [diameter] }),
    part({ attributes: [{ ...diameter, unit: 'in' }] }),
  );
  expect(inches.filter(({ name }) => name === 'Diameter')).toHaveLength(2);
});

test('numbers are compared whatever order they come in, and what nobody knows has no row', () => {
  const oe = (...numbers: string[]) =>
    numbers.map((number) => ({ kind: 'oe' as const, maker: 'Audi', number }));
  const row = rowOf('OE number', part({ numbers: oe('A', 'B') }), part({ numbers: oe('B', 'A') }));
  expect(row).toMatchObject({ texts: ['Audi A\nAudi B', 'Audi A\nAudi B'], differs: false });
  expect(rowOf('GTIN', part({}), part({}))).toBeUndefined();
});

test('the address has at most four places, each once, and what makes no sense is left out', () => {
  const text = 'a/1,b/2,nonsense,a/1,c/3/4,c/3,d/4,e/5';
  const places = comparedPlaces(text);
  expect(places.map(({ brandSlug, partNumberSlug }) => brandSlug + partNumberSlug)).toEqual([
    'a1',
    'b2',
    'c3',
    'd4',
  ]);
  expect(comparedText(places)).toBe('a/1,b/2,c/3,d/4');
  expect(compareSearch({ part: text, only: 'differences' })).toEqual({
    part: 'a/1,b/2,c/3,d/4',
    only: 'differences',
  });
  expect(compareSearch({ part: ['a/1'], only: 'everything' })).toEqual({ part: undefined, only: undefined });
});
