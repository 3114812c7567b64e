/** Vehicles by what people type. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FoundVehicle, vehicleFinder } from '#domain/vehicles/find-vehicles.ts';
import type { VehicleModel } from '#domain/vehicles/vehicle.ts';

let nextId = 1;
function model(
  kind: VehicleModel['kind'],
  make: string,
  name: string,
  from: number,
  to: number,
): VehicleModel {
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return { kind, make, model: name, years, ids: years.map(() => nextId++) };
}
const find = vehicleFinder([
  model('car', 'Audi', 'A4', 1996, 2026),
  model('car', 'Audi', 'A4 allroad', 2013, 2025),
  model('car', 'Audi', '200', 1990, 1991),
  model('car', 'Citroën', 'C4', 2004, 2010),
  model('truck', 'Ford', 'F-150', 1990, 2026),
  model('car', 'Ford', 'Focus', 2000, 2018),
  model('car', 'Land Rover', 'Range Rover Sport', 2006, 2026),
  model('car', 'Volkswagen', 'Golf', 1990, 2021),
  model('motorcycle', 'Honda', 'CBR600RR', 2003, 2024),
  model('car', 'Honda', 'Accord', 1990, 2026),
]);

const say = (found: FoundVehicle): string => {
  if (found.level === 'make') return found.make;
  const name = `${found.model.make} ${found.model.model}`;
  return found.level === 'model' ? name : `${found.year} ${name}`;
};
const first = (text: string) => find(text, 12).map(say)[0];

describe('a vehicle is found by', () => {
  it.each([
    ['audi a4 2014', '2014 Audi A4'],
    ['2014 A4 Audi', '2014 Audi A4'],
    ['a4 2014', '2014 Audi A4'],
    ['  AUDI, A-4 (2014) ', '2014 Audi A4'],
    ['a 4 2014', '2014 Audi A4'],
    ['f150 2013', '2013 Ford F-150'],
    ['2013 ford f 150', '2013 Ford F-150'],
    ['ford f-150 2013', '2013 Ford F-150'],
    ['audi 200 1990', '1990 Audi 200'],
    ['citroen c4 2008', '2008 Citroën C4'],
    ['landrover sport 2010', '2010 Land Rover Range Rover Sport'],
    ['vw golf 1999', '1999 Volkswagen Golf'],
    ['cbr600rr 2005', '2005 Honda CBR600RR'],
    ['cbr 600 2005', '2005 Honda CBR600RR'],
    ['adui a4 2014', '2014 Audi A4'],
    ['acord 2003 honda', '2003 Honda Accord'],
  ])('%s', (typed, vehicle) => {
    expect(first(typed)).toBe(vehicle);
  });
});

it('without a year is a model, whose year is still to be chosen', () => {
  expect(find('audi a4', 12).map(say)).toEqual(['Audi A4', 'Audi A4 allroad']);
});

it('begun names a make first, then its models', () => {
  expect(find('aud', 12).map(say)).toEqual(['Audi', 'Audi A4', 'Audi A4 allroad', 'Audi 200']);
  expect(first('ford')).toBe('Ford');
  expect(first('land rover')).toBe('Land Rover');
});

it('of a year that is only begun shows the newest years', () => {
  expect(find('a4 20', 12).map(say).slice(0, 4)).toEqual([
    '2026 Audi A4',
    '2025 Audi A4',
    '2024 Audi A4',
    '2023 Audi A4',
  ]);
  expect(find('golf 199', 3).map(say)).toEqual([
    '1999 Volkswagen Golf',
    '1998 Volkswagen Golf',
    '1997 Volkswagen Golf',
  ]);
});

it('is nothing where a word or the year belongs to no vehicle', () => {
  expect(find('audi a4 2031', 12)).toEqual([]);
  expect(find('audi 200 2014', 12)).toEqual([]);
  expect(find('audi focus', 12)).toEqual([]);
  expect(find('   ', 12)).toEqual([]);
  expect(find('2014 2015 a4', 12)).toEqual([]);
});

it('is found in any order of its words', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(['audi', 'a4', '2014'], { minLength: 3 }), (words) => {
      expect(first(words.join(' '))).toBe('2014 Audi A4');
    }),
  );
});

it('takes any text, and answers at most what was asked for', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.integer({ min: 1, max: 12 }),
      (text, limit) => {
        expect(find(text, limit).length).toBeLessThanOrEqual(limit);
      },
    ),
  );
});
