/** What a browser kept of vehicles, read back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type KeptVehicles,
  NO_VEHICLES,
  parseKeptVehicles,
  withChosen,
} from '#web/features/vehicles/kept-vehicles.ts';
import { ownVehicle, vehicleKey } from '#web/features/vehicles/own-vehicle.ts';

const A4 = { id: 7, kind: 'car', make: 'Audi', model: 'A4', year: 2014, name: '2014 Audi A4' } as const;
const ANY = ownVehicle(A4);
const TDI = ownVehicle(A4, '2.0 TDI');
const TFSI = ownVehicle(A4, '1.8 TFSI');

it('gives what was kept', () => {
  const kept: KeptVehicles = {
    chosen: TDI,
    recent: [TDI, ANY],
    guest: [{ id: 7, engine: '2.0 TDI' }],
    answers: { 7: { 'with ABS': true } },
  };
  expect(parseKeptVehicles(JSON.stringify(kept))).toEqual(kept);
  expect(parseKeptVehicles(null)).toEqual(NO_VEHICLES);
});

it('gives what was kept before there were engines', () => {
  const kept = { chosen: A4, recent: [A4], guest: [7], answers: { 7: { 'with ABS': true } } };
  expect(parseKeptVehicles(JSON.stringify(kept))).toEqual({
    chosen: { ...A4, engine: '' },
    recent: [{ ...A4, engine: '' }],
    guest: [{ id: 7, engine: '' }],
    answers: { 7: { 'with ABS': true } },
  });
});

it('leaves out what makes no sense, and keeps the rest', () => {
  const kept = {
    chosen: { ...A4, kind: 'boat' },
    recent: [A4, { ...A4, year: '2014' }, null],
    guest: [7, 'all', { id: 8 }],
    answers: { 7: { 'with ABS': true, 'long wheelbase': 'perhaps' }, 8: 'no' },
  };
  expect(parseKeptVehicles(JSON.stringify(kept))).toEqual({
    chosen: null,
    recent: [ANY],
    guest: [{ id: 7, engine: '' }],
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

describe('a vehicle is chosen', () => {
  const choose = (kept: KeptVehicles, vehicle: typeof ANY) =>
    withChosen(kept, vehicle, { isGuest: true, limit: 3 });

  it('with its name, and its engine behind it', () => {
    expect(TDI.name).toBe('2014 Audi A4 2.0 TDI');
    expect(vehicleKey(ownVehicle(A4, '2,0 tdi'))).toBe(vehicleKey(TDI));
  });

  it('once: with its engine it takes the place of the same without it, and keeps what was said of that', () => {
    const first = { ...choose(NO_VEHICLES, ANY), answers: { 7: { 'with ABS': true } } };
    const second = choose(first, TDI);
    expect(second).toMatchObject({ chosen: TDI, recent: [TDI], guest: [{ id: 7, engine: '2.0 TDI' }] });
    expect(second.answers[vehicleKey(TDI)]).toEqual({ 'with ABS': true });
  });

  it('beside others of its kind with another engine', () => {
    const kept = choose(choose(NO_VEHICLES, TDI), TFSI);
    expect(kept.recent).toEqual([TFSI, TDI]);
    expect(choose(kept, TDI).recent).toEqual([TDI, TFSI]);
  });
});
