import { describe, expect, it } from 'vitest';
import { readApplications } from '#main/demo/applications.ts';
import { readVehicles } from '#main/reference/vehicles.ts';

const applications = readApplications();
const vehicles = readVehicles();

describe('the groups of models for the sample catalogue', () => {
  it('name only vehicles that exist in at least one of the years', () => {
    const astray = applications.flatMap(({ kind, yearFrom, yearTo, models }) =>
      models
        .filter(
          ({ make, model }) =>
            !vehicles.some(
              (vehicle) =>
                vehicle.kind === kind &&
                vehicle.make === make &&
                vehicle.model === model &&
                vehicle.yearFrom <= yearTo &&
                vehicle.yearTo >= yearFrom,
            ),
        )
        .map(({ make, model }) => `${kind} ${make} ${model} ${yearFrom}-${yearTo}`),
    );
    expect(astray).toEqual([]);
  });

  it('name a model once each', () => {
    for (const { models } of applications) {
      const names = models.map(({ make, model }) => `${make} ${model}`);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('have years in order', () => {
    expect(applications.filter(({ yearFrom, yearTo }) => yearFrom > yearTo)).toEqual([]);
  });
});
