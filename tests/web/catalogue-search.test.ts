import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeCursor } from '#domain/paging.ts';
import { parseSearch, stringifySearch } from '#web/addresses/search-params.ts';
import {
  catalogueSearch,
  isWhole,
  joined,
  partsParameters,
  toggled,
  valuesOf,
} from '#web/features/catalogue/catalogue-search.ts';

/** Values as the catalogue has them: words, numbers, commas and percent signs, no space at either end. */
const value = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
  .filter((text) => text === text.trim());

test('several values of one thing come back as they were, whatever stands in them', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (values) => {
      expect(valuesOf(joined(values))).toEqual(values);
      const address = stringifySearch({ position: joined(values) });
      expect(valuesOf(parseSearch(address).position)).toEqual(values);
    }),
  );
});

test('a choice that is made twice is none', () => {
  const search = catalogueSearch({ brand: 'a,b', cursor: 'x' });
  expect(toggled(search, 'brand', 'c')).toMatchObject({ brand: 'a,b,c', cursor: undefined });
  expect(toggled(toggled(search, 'brand', 'c'), 'brand', 'c').brand).toBe('a,b');
  expect(toggled(catalogueSearch({ brand: 'a' }), 'brand', 'a').brand).toBeUndefined();
});

describe('an address', () => {
  test.each([
    ['kind', 'car,plane', 'car'],
    ['grade', 'best', undefined],
    ['attribute', 'diameter=320,nonsense,surface=coated', 'diameter=320,surface=coated'],
    ['priceFrom', '12.50', '12.50'],
    ['priceFrom', '1e9', undefined],
    ['sort', 'newest', undefined],
    ['view', 'grid', 'grid'],
    ['brand', '%', undefined],
  ] as const)('with %s=%s is read as %s', (name, given, read) => {
    expect(catalogueSearch({ [name]: given })[name]).toBe(read);
  });

  test('narrows to eight attributes at most, to every value of each', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=1`);
    const read = (choices: readonly string[]) => catalogueSearch({ attribute: choices.join(',') }).attribute;
    expect(read([...keys(12), 'a0=2', 'a11=2'])).toBe([...keys(8), 'a0=2'].join(','));
  });

  test('has the whole of a cursor behind the longest name, in whatever letters', () => {
    const cursor = encodeCursor(['語'.repeat(120), 1_000_000, 1_000_000]);
    const address = stringifySearch(catalogueSearch({ sort: 'name', cursor }));
    expect(catalogueSearch(parseSearch(address)).cursor).toBe(cursor);
  });

  test('is of the whole catalogue in any order and from any page', () => {
    expect(isWhole(catalogueSearch({ sort: 'price', view: 'grid', cursor: 'x' }))).toBe(true);
    expect(isWhole(catalogueSearch({ inStock: 'true' }))).toBe(false);
  });

  test('asks the API for each value by itself, and for descriptions where the view has room for them', () => {
    const search = catalogueSearch({ brand: 'a,b', kind: 'car', view: 'grid', priceTo: '40' });
    expect(partsParameters(search)).toMatchObject({ brand: ['a', 'b'], kind: ['car'], priceTo: '40' });
    expect(partsParameters(search)).not.toHaveProperty('view');
    expect(partsParameters(search)).toHaveProperty('describe', 'true');
    expect(partsParameters(catalogueSearch({ brand: 'a' }))).not.toHaveProperty('describe');
  });
});
