/** What a browser kept of vehicles, read back. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_VEHICLES, parseKeptVehicles } from '#web/features/vehicles/kept-vehicles.ts';

const A4 = { id: 7, kind: 'car', make: 'Audi', model: 'A4', year: 2014, name: '2014 Audi A4' };

it('gives what was kept', () => {
  const kept = { chosen: A4, recent: [A4], guest: [7], answers: { 7: { 'with ABS': true } } };
  expect(parseKeptVehicles(JSON.stringify(kept))).toEqual(kept);
  expect(parseKeptVehicles(null)).toEqual(NO_VEHICLES);
});

it('leaves out what makes no sense, and keeps the rest', () => {
  const kept = {
    chosen: { ...A4, kind: 'boat' },
    recent: [A4, { ...A4, year: '2014' }, null],
    guest: [7, 'all'],
    answers: { 7: { 'with ABS': true, 'long wheelbase': 'perhaps' }, 8: 'no' },
  };
  expect(parseKeptVehicles(JSON.stringify(kept))).toEqual({
    chosen: null,
    recent: [A4],
    guest: [7],
    answers: { 7: { 'with ABS': true }, 8: {} },
  });
});

it('takes any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { chosen, recent, answers } = parseKeptVehicles(text);
      expect([chosen === null || typeof chosen === 'object', Array.isArray(recent), typeof answers]).toEqual([
        true,
        true,
        'object',
      ]);
    }),
  );
});
