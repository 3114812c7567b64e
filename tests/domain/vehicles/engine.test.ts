/** Names of engines: which of them mean one engine, and which are typed among other words. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareEngines, engineAmong, engineKey, enginesOnce, findEngine } from '#domain/vehicles/engine.ts';

it.each([
  ['2.0 TDI', '2,0 tdi', 'same'],
  ['2.0 TDI', 'TDI 2.0L', 'same'],
  ['2.0TDI', '2.0 l TDI engine', 'same'],
  ['2.5 L 6-cylinder', '2.5 6 cyl', 'same'],
  ['2.0 TDI', '2.0 TDI CAGA', 'perhaps'],
  ['2.0', '2.0 TDI', 'perhaps'],
  ['1.8', '1.8 T', 'perhaps'],
  ['2.0 TDI', '2.0 TFSI', 'other'],
  ['2.0 TDI', '3.0 TDI', 'other'],
  ['V6', 'V8', 'other'],
  ['2.0 TDI CAGA', '2.0 TDI CJCA', 'other'],
] as const)('%s and %s: %s', (a, b, verdict) => {
  expect(compareEngines(a, b)).toBe(verdict);
  expect(compareEngines(b, a)).toBe(verdict);
});

it('takes any text for a name, and finds it the same as itself', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(compareEngines(a, a)).toBe('same');
      expect(compareEngines(a, b) === 'same').toBe(engineKey(a) === engineKey(b));
    }),
  );
});

it('shows each engine once, the smallest first', () => {
  expect(enginesOnce(['3.0 V6', '2.0 tdi', 'Electric', '2.0 TDI', '12.0', '1.8 TFSI'])).toEqual([
    '1.8 TFSI',
    '2.0 TDI',
    '3.0 V6',
    '12.0',
    'Electric',
  ]);
});

it('knows an engine in any writing, and none that the vehicle has not', () => {
  expect(engineAmong(['1.8 TFSI', '2.0 TDI'], '2.0tdi')).toBe('2.0 TDI');
  expect(engineAmong(['1.8 TFSI', '2.0 TDI'], '1.9 TDI')).toBe('');
  expect(engineAmong(['1.8 TFSI', '2.0 TDI'], '')).toBe('');
});

describe('among the words of a search', () => {
  const names = ['1.8 TFSI', '2.0 TFSI', '2.0 TDI', '4-cylinder'];
  it.each([
    [['oil', 'filter', '2.0', 'tdi'], { at: 2, length: 2, engines: ['2.0 TDI'] }],
    [['2.0tdi', 'oil', 'filter'], { at: 0, length: 1, engines: ['2.0 TDI'] }],
    [['oil', '2.0', 'filter'], { at: 1, length: 1, engines: ['2.0 TFSI', '2.0 TDI'] }],
    [['tdi', '2,0l'], { at: 0, length: 2, engines: ['2.0 TDI'] }],
    // Part of a name that says no size may be of anything else.
    [['tdi', 'sticker'], undefined],
    [['brake', 'disc', '4'], undefined],
    [['oil', 'filter', '3.0', 'tdi'], undefined],
    [[], undefined],
  ])('%j', (words, found) => {
    expect(findEngine(words, names)).toEqual(found);
  });
});
