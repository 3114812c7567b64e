import { describe, expect, it } from 'vitest';
import { changedMeanwhile } from '#domain/catalogue/changed-meanwhile.ts';

const NOW = {
  name: 'Brake disc',
  price: 50,
  minOrder: 2,
  orderMultiple: 1,
  description: 'From the shelf.',
  img: '/media/x',
  brand: 'Kolb Co',
  partNumber: 'KD 44.71',
  partType: null,
  grade: 'aftermarket',
  lifecycle: 'active',
} as const;

describe('a setting of a part', () => {
  it('that is to be changed and is not what the change started from is told of, as it is now', () => {
    const wanted = { price: 60, name: 'Disc', partType: 'brake-disc' };
    expect(changedMeanwhile(wanted, { price: 40, name: 'Brake disc', partType: 'pad' }, NOW)).toEqual({
      price: 50,
      partType: null,
    });
  });

  it('that is as it was, or is not to be changed, or of which nobody says what it was, is not', () => {
    expect(changedMeanwhile({ price: 60 }, { price: 50 }, NOW)).toEqual({});
    expect(changedMeanwhile({ name: 'Disc' }, { price: 40 }, NOW)).toEqual({});
    expect(changedMeanwhile({ price: 60, name: 'Disc' }, {}, NOW)).toEqual({});
  });

  it('that is as it is wanted by now is not: a change whose answer was lost can be asked for again', () => {
    expect(changedMeanwhile({ price: 50 }, { price: 40 }, NOW)).toEqual({});
    // Kept under the name that its brand has.
    expect(changedMeanwhile({ brand: 'Kolb & Co' }, { brand: 'Kestrel' }, NOW)).toEqual({});
  });
});
