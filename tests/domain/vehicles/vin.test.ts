/** Reading VINs, by the table that the shop has. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigitOf, isVin, normaliseVin, readVin, yearsOfVin } from '#domain/vehicles/vin.ts';
import { readVinTable } from '#domain/vehicles/vin-table.ts';

const table = readVinTable(readFileSync(new URL('../../../reference/vins.txt', import.meta.url), 'utf8'));
const read = (vin: string) => readVin(normaliseVin(vin), table, 2027);

describe('a VIN tells', () => {
  it.each([
    ['1HGCM82633A004352', 'right', ['2003 Honda Accord']],
    ['5YJSA1E26HF000337', 'wrong', ['2017 Tesla Model S']],
    ['1FTFW1ET5DFC10312', 'wrong', ['2013 Ford F-150']],
  ])('%s: check digit %s, %j', (vin, checkDigit, vehicles) => {
    const reading = read(vin);
    expect(reading.checkDigit).toBe(checkDigit);
    expect(reading.models.map(({ year, make, model }) => `${year} ${make} ${model}`)).toEqual(vehicles);
  });

  it.each([
    ['WBAJB0C51JB084264', 'BMW'],
    ['WVWZZZ1JZXW000001', 'Volkswagen'],
    ['WAUZZZ8K9BA123456', 'Audi'],
  ])('%s: no more than the make, where its maker is European and no rule holds', (vin, make) => {
    expect(read(vin)).toMatchObject({ makes: [make], models: [], years: [] });
  });

  it('nothing of a maker that the shop does not know', () => {
    expect(read('XXX00000000000000')).toMatchObject({ makes: [], models: [], years: [] });
  });
});

it('is read however it is typed', () => {
  for (const typed of [
    '1hgcm82633a004352',
    '1HG CM826 33A 004352',
    '1HG-CM826-33A-004352',
    'IHGCM82633AOO4352',
  ]) {
    expect(isVin(typed)).toBe(true);
    expect(normaliseVin(typed)).toBe('1HGCM82633A004352');
  }
  for (const other of ['1HGCM82633A00435', '1HGCM82633A0043521', 'audi a4 2014', '1HGCM82633A00435Ä', '']) {
    expect(isVin(other)).toBe(false);
  }
});

it.each([
  ['11111111111111111', 'right'],
  ['1M8GDM9AXKP042788', 'right'],
  ['1M8GDM9A1KP042788', 'wrong'],
  ['1M8GDM9AZKP042788', 'none'],
])('judges the check digit of %s as %s', (vin, verdict) => {
  expect(checkDigitOf(vin)).toBe(verdict);
});

it('knows that years come round every 30 years, and none from the future', () => {
  expect(yearsOfVin('1HGCM82633A004352', 2027)).toEqual([2003]);
  expect(yearsOfVin('5YJSA1E26HF000337', 2027)).toEqual([1987, 2017]);
  expect(yearsOfVin('1HGCM8263ZA004352', 2027)).toEqual([]);
});

it('never names a European vehicle by more than its make without a right check digit', () => {
  const character = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
  fc.assert(
    fc.property(
      fc.constantFrom('WVW', 'WAU', 'WBA', 'WDB', 'WP0', 'ZFA', 'SAJ', 'YV1'),
      fc.array(character, { minLength: 14, maxLength: 14 }),
      (wmi, rest) => {
        const reading = read(`${wmi}${rest.join('')}`);
        if (reading.checkDigit !== 'right') expect(reading).toMatchObject({ models: [], years: [] });
      },
    ),
  );
});

it('takes any characters, and answers only vehicles of the makes that the code stands for', () => {
  const character = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
  fc.assert(
    fc.property(fc.array(character, { minLength: 17, maxLength: 17 }), (characters) => {
      const vin = characters.join('');
      const { makes, models } = read(vin);
      for (const model of models) expect(makes).toContain(model.make);
    }),
  );
});
