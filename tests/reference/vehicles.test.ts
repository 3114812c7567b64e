import { describe, expect, it } from 'vitest';
import { readVehicles } from '#main/reference/vehicles.ts';

const vehicles = readVehicles();
const nameOf = (vehicle: { kind: string; make: string; model: string }) =>
  `${vehicle.kind}|${vehicle.make}|${vehicle.model}`;

describe('the vehicle list', () => {
  it('is sorted by kind, make, model and year, so that it is written one way only', () => {
    const keys = vehicles.map(
      (vehicle) => [vehicle.kind, vehicle.make, vehicle.model, vehicle.yearFrom] as const,
    );
    const sorted = [...keys].sort((a, b) => {
      for (const column of [0, 1, 2, 3] as const) {
        if (a[column] !== b[column]) return a[column] < b[column] ? -1 : 1;
      }
      return 0;
    });
    expect(keys).toEqual(sorted);
  });

  it('has each model year once: no duplicates, no overlaps, no ranges that could be one', () => {
    for (const [index, vehicle] of vehicles.entries()) {
      expect(vehicle.yearFrom, nameOf(vehicle)).toBeLessThanOrEqual(vehicle.yearTo);
      const previous = vehicles[index - 1];
      if (previous && nameOf(previous) === nameOf(vehicle)) {
        expect(vehicle.yearFrom, nameOf(vehicle)).toBeGreaterThan(previous.yearTo + 1);
      }
    }
  });

  it('keeps to the model years 1990 to 2026', () => {
    expect(Math.min(...vehicles.map((vehicle) => vehicle.yearFrom))).toBe(1990);
    expect(Math.max(...vehicles.map((vehicle) => vehicle.yearTo))).toBe(2026);
  });

  it('spells a make or a model in one way', () => {
    for (const pick of [nameOf, (vehicle: (typeof vehicles)[number]) => vehicle.make]) {
      const spellings = new Map<string, Set<string>>();
      for (const vehicle of vehicles) {
        const name = pick(vehicle);
        const key = name.toLowerCase();
        spellings.set(key, (spellings.get(key) ?? new Set()).add(name));
      }
      expect([...spellings.values()].filter((names) => names.size > 1)).toEqual([]);
    }
    expect(vehicles.filter((vehicle) => /^\s|\s$|\s\s/.test(vehicle.make + vehicle.model))).toEqual([]);
  });

  it('has cars, trucks and motorcycles', () => {
    const modelsOf = (kind: string) =>
      new Set(vehicles.filter((vehicle) => vehicle.kind === kind).map(nameOf)).size;
    expect(modelsOf('car')).toBeGreaterThan(800);
    expect(modelsOf('truck')).toBeGreaterThan(200);
    expect(modelsOf('motorcycle')).toBeGreaterThan(500);
  });

  it.each([
    ['BMW', 120],
    ['Audi', 45],
    ['Porsche', 12],
    ['Chevrolet', 40],
    ['Mercedes-Benz', 35],
    ['Volkswagen', 30],
    ['Nissan', 30],
    ['Honda', 18],
    ['Toyota', 40],
  ])('covers the cars of %s with at least %i models', (make, modelCountMin) => {
    const models = new Set(vehicles.filter((v) => v.kind === 'car' && v.make === make).map((v) => v.model));
    expect(models.size).toBeGreaterThanOrEqual(modelCountMin);
  });
});
