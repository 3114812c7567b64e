import { expect, test } from 'vitest';
import { type KeptPart, parseKeptParts } from '#web/features/catalogue/kept-part.ts';
import { RECENT_AT_MOST, withPart } from '#web/features/catalogue/recent-parts.ts';

const part = (id: number): KeptPart => ({
  _id: String(id),
  name: `Part ${id}`,
  brand: 'Kolb',
  brandSlug: 'kolb',
  partNumber: `K ${id}`,
  partNumberSlug: `k-${id}`,
  img: '/pictures/oil-filter-800.webp',
});

test('the newest comes first, each once, and old ones make room', () => {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8, 2];
  const parts = ids.reduce<readonly KeptPart[]>((kept, id) => withPart(kept, part(id)), []);
  expect(parts.map(({ _id }) => _id)).toEqual(['2', '8', '7', '6', '5', '4', '3']);
  expect(parts).toHaveLength(RECENT_AT_MOST);
});

test('only what leads back to a part is kept, not its price', () => {
  const [kept] = withPart([], { ...part(1), price: 12 } as KeptPart);
  expect(kept).toEqual(part(1));
});

test.each([null, '', 'nonsense', '{}', '[1, null, {"_id": 4}]', '"text"'])('%s is no list', (text) => {
  expect(parseKeptParts(text, 7)).toEqual([]);
});

test('what was kept is read back', () => {
  expect(parseKeptParts(JSON.stringify([part(1), { name: 'half a part' }, part(2)]), 7)).toEqual([
    part(1),
    part(2),
  ]);
});
