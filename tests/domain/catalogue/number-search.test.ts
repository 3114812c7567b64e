import { describe, expect, it } from 'vitest';
import { askedNumbers, sharedBeginning } from '#domain/catalogue/number-search.ts';

describe('numbers that somebody may have typed', () => {
  it.each(['34 11 6 855 152', '34.11.6-855 152', '34116855152'])('"%s" is one number', (query) => {
    expect(askedNumbers(query).whole[0]).toBe('34116855152');
  });
  it('stand among other words, in pieces', () => {
    const { whole, within } = askedNumbers('brake disc BMW 34 11 6 855 152');
    expect(within).toContain('34116855152');
    expect(whole).not.toContain('34116855152');
    expect(askedNumbers('pads KD 44.71-9').within).toContain('KD44719');
  });
  it('are GTINs with and without zeros before them', () => {
    expect(askedNumbers('0210001000072').whole).toEqual(
      expect.arrayContaining(['0210001000072', '210001000072', '00210001000072']),
    );
  });
  it.each(['brake pads', 'audi', 'a4', ''])('are none in "%s"', (query) => {
    expect(askedNumbers(query)).toEqual({ whole: [], within: [] });
  });
  it('are looked up in bounded number, however much was typed', () => {
    expect(askedNumbers('1234 5678 '.repeat(20)).within.length).toBeLessThanOrEqual(24);
  });
});

it('the beginning that two numbers share is as long as it is', () => {
  expect([sharedBeginning('ABC1', 'ABD1'), sharedBeginning('A', 'A'), sharedBeginning('', 'A')]).toEqual([
    2, 1, 0,
  ]);
});
