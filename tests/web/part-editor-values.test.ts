import { describe, expect, test } from 'vitest';
import {
  BLANK_PART,
  changesOf,
  judgeImage,
  judgeMinimum,
  judgePrice,
  judgeText,
  judgeUnits,
  newPartOf,
  textsOf,
} from '#web/features/catalogue/part-editor-values.ts';

describe('what is missing is said in the specified words', () => {
  test.each([
    [judgeText('  ', 'Name is Required'), 'Name is Required'],
    [judgePrice(''), 'value is Required'],
    [judgeUnits(' ', 0), 'value is Required'],
    [judgeMinimum('', '1'), 'value is Required'],
    [judgeImage(null, false), 'Image is Required'],
  ])('%s', (verdict, message) => expect(verdict).toBe(message));
});

test('a price has at most two places and is more than nothing', () => {
  expect(judgePrice('38.40')).toBe(true);
  for (const wrong of ['0', '0.001', '38.405', '38,40', '-1', '1e3'])
    expect(judgePrice(wrong)).not.toBe(true);
});

test('units are whole; stock may be none, a minimum may not', () => {
  expect(judgeUnits('0', 0)).toBe(true);
  expect(judgeUnits('0', 1)).not.toBe(true);
  expect(judgeUnits('1.5', 0)).not.toBe(true);
});

test('the minimum order is a multiple of the order multiple', () => {
  expect(judgeMinimum('24', '12')).toBe(true);
  expect(judgeMinimum('20', '12')).toBe('The minimum order must be a multiple of the order multiple');
});

test('a part that has a picture needs no other', () => {
  expect(judgeImage(null, true)).toBe(true);
});

test('what was left empty is not sent, so that the shop gives it', () => {
  const part = newPartOf(
    { ...BLANK_PART, name: ' Disc ', price: '38.4', stock: '10', minOrder: '2' },
    '/media/x',
  );
  expect(part).toMatchObject({ name: 'Disc', price: 38.4, stock: 10, minOrder: 2, partType: null });
  expect(part).not.toHaveProperty('brand');
  expect(part).not.toHaveProperty('partNumber');
});

describe('changes of a part', () => {
  const base = { ...BLANK_PART, name: ' Disc', price: '40.00', img: '/media/x', partType: 'brake-disc' };

  test('are what is something else than before, with what it was', () => {
    const draft = { ...base, price: '50', name: 'Pad ', partType: '' };
    expect(changesOf(draft, base)).toEqual({
      ...{ price: 50, name: 'Pad', partType: null },
      was: { price: 40, name: ' Disc', partType: 'brake-disc' },
    });
    expect(changesOf(base, base, '/media/y')).toEqual({ img: '/media/y', was: { img: '/media/x' } });
  });

  test('are none where the same is said in another way', () => {
    expect(changesOf({ ...base, price: '40', name: 'Disc' }, base)).toEqual({ was: {} });
  });
});

test('what another owner has changed is shown as the form shows it', () => {
  expect(textsOf({ price: 50, partType: null, minOrder: 2, name: undefined }, 2)).toEqual({
    price: '50.00',
    partType: '',
    minOrder: '2',
  });
});

test('a picture is of a kind and size that the shop takes; what has no type is left to the shop', () => {
  const file = (type: string, size = 1) => new File([new Uint8Array(size)], 'a', { type });
  for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/avif', '']) {
    expect(judgeImage(file(type), false)).toBe(true);
  }
  for (const type of ['image/gif', 'image/heic', 'image/svg+xml', 'application/pdf', 'text/plain']) {
    expect(judgeImage(file(type), true)).toBe('Only JPEG, PNG, WebP and AVIF pictures are taken');
  }
  expect(judgeImage(file('image/png', 10_000_000), false)).toBe(true);
  expect(judgeImage(file('image/png', 10_000_001), false)).toBe('At most 10 MB');
});
