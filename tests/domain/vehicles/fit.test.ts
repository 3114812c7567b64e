/** Fit: never said more surely than what is known. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Application,
  askCondition,
  conditionsOf,
  judgeFit,
  metCondition,
  positionsOf,
  settleFit,
} from '#domain/vehicles/fit.ts';

const listed = (qualifiers = '', position = 'Front'): Application => ({
  position,
  qualifiers,
  quantityPerVehicle: 1,
});

describe('the fit of a part', () => {
  it('is unknown while no vehicle is listed for it', () => {
    expect(judgeFit([], false)).toBe('unknown');
  });
  it('is no where vehicles are listed, but not this one', () => {
    expect(judgeFit([], true)).toBe('doesNotFit');
  });
  it('is sure where it is listed without a condition', () => {
    expect(judgeFit([listed()], true)).toBe('fits');
    expect(judgeFit([listed('with ABS', 'Rear'), listed()], true)).toBe('fits');
  });
  it('is open where every listing has a condition', () => {
    expect(judgeFit([listed('with ABS'), listed('without ABS')], true)).toBe('fitsIf');
  });
});

it('is never sure without an unconditional listing, whatever a buyer answers about something else', () => {
  const condition = fc.constantFrom('with ABS', 'without ABS', 'long wheelbase');
  fc.assert(
    fc.property(fc.array(condition), condition, (conditions, met) => {
      const applications = conditions.map((one) => listed(one));
      const fit = judgeFit(applications, true);
      expect(fit).not.toBe('fits');
      const settled = settleFit(fit, applications, { [met]: true });
      expect(settled === 'fits').toBe(conditions.includes(met));
    }),
  );
});

it('is settled by answers only where it was open', () => {
  const open = [listed('with ABS'), listed('with ABS', 'Rear')];
  expect(settleFit('fitsIf', open, { 'with ABS': true })).toBe('fits');
  expect(settleFit('fitsIf', open, { 'with ABS': false })).toBe('doesNotFit');
  expect(settleFit('fitsIf', open, {})).toBe('fitsIf');
  expect(settleFit('fitsIf', open, { 'long wheelbase': true })).toBe('fitsIf');
  expect(settleFit('fits', [listed()], { 'with ABS': false })).toBe('fits');
  expect(settleFit('doesNotFit', [], { 'with ABS': true })).toBe('doesNotFit');
  expect(settleFit('unknown', [], { '': true })).toBe('unknown');
});

it('stays open while one of its conditions is not answered', () => {
  const two = [listed('with ABS'), listed('long wheelbase')];
  expect(settleFit('fitsIf', two, { 'with ABS': false })).toBe('fitsIf');
  expect(settleFit('fitsIf', two, { 'with ABS': false, 'long wheelbase': false })).toBe('doesNotFit');
  expect(metCondition(two, { 'with ABS': false, 'long wheelbase': true })).toBe('long wheelbase');
  expect(settleFit('fitsIf', [listed('constructor')], {})).toBe('fitsIf');
});

it('asks each condition once', () => {
  expect(conditionsOf([listed('with ABS'), listed('with ABS', 'Rear'), listed('without ABS')])).toEqual([
    'with ABS',
    'without ABS',
  ]);
});

it.each([
  ['with ABS', 'Does it have ABS?'],
  ['without sport suspension', 'Is it without sport suspension?'],
  ['for 4-bag suspension', 'Is it for 4-bag suspension?'],
  ['long wheelbase', 'Is it so: long wheelbase?'],
])('asks "%s" as a question', (condition, question) => {
  expect(askCondition(condition)).toBe(question);
});

it('names the places of sure listings, or all where none is sure', () => {
  expect(positionsOf([listed('with ABS', 'Rear'), listed('', 'Front'), listed('', 'Front')])).toEqual([
    'Front',
  ]);
  expect(positionsOf([listed('with ABS', 'Rear'), listed('x', '')])).toEqual(['Rear']);
});
