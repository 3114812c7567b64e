/** What an order keeps of a part's fit, and how it is said. */
import { expect, it } from 'vitest';
import { fitWhenOrdered, orderedFitText } from '#domain/vehicles/ordered-fit.ts';

const A4 = { id: 7, name: '2014 Audi A4' };
const listed = (...conditions: string[]) => ({
  applications: conditions.map((qualifiers) => ({
    position: '',
    engine: '',
    qualifiers,
    quantityPerVehicle: 1,
  })),
  hasFitments: true,
});

it.each([
  [listed(''), {}, 'fits', 'For 2014 Audi A4: fits'],
  [listed('with ABS', 'long wheelbase'), {}, 'fitsIf', 'For 2014 Audi A4: fits if: with ABS; long wheelbase'],
  [
    listed('with ABS'),
    { 'with ABS': true },
    'fits',
    'For 2014 Audi A4: fits, since the buyer said: with ABS',
  ],
  [
    listed('with ABS'),
    { 'with ABS': false },
    'doesNotFit',
    'For 2014 Audi A4: does not fit, since the buyer said it is not: with ABS',
  ],
  [listed(), {}, 'doesNotFit', 'For 2014 Audi A4: not listed as fitting'],
  [{ applications: [], hasFitments: false }, { x: true }, 'unknown', 'For 2014 Audi A4: fit not known'],
])('%j with the answers %j is %s', (how, answers, fit, text) => {
  const kept = fitWhenOrdered(A4, how, answers);
  expect(kept).toMatchObject({ vehicleId: 7, vehicleName: '2014 Audi A4', fit });
  expect(orderedFitText(kept)).toBe(text);
});
