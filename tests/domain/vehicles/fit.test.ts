/** Fit: never said more surely than what is known. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Application,
  answerableOf,
  askCondition,
  conditionsOf,
  forEngine,
  judgeFit,
  metCondition,
  openQuestions,
  positionsOf,
  settleFit,
} from '#domain/vehicles/fit.ts';

const listed = (qualifiers = '', position = 'Front', engine = ''): Application => ({
  position,
  engine,
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

describe('with an engine', () => {
  const tdi = listed('', '', '2.0 TDI');
  const tdiWithAbs = listed('with ABS', '', '2.0 TDI');
  const tfsi = listed('', '', '1.8 TFSI');
  const judge = (applications: readonly Application[], engine: string) =>
    judgeFit(forEngine(applications, engine).applications, true);

  it.each([
    ['of its own', [tdi], '2,0l tdi', 'fits'],
    ['of another alone', [tfsi], '2.0 TDI', 'doesNotFit'],
    ['of both', [tfsi, tdi], '2.0 TDI', 'fits'],
    ['of no particular one', [listed()], '2.0 TDI', 'fits'],
    ['of its own under a condition', [tfsi, tdiWithAbs], '2.0 TDI', 'fitsIf'],
    ['that may be the same', [listed('', '', '2.0 TDI CAGA')], '2.0 TDI', 'fitsIf'],
    ['that is not known', [tfsi, tdi], '', 'fitsIf'],
  ] as const)('a part listed for an engine %s is judged so', (_, applications, engine, fit) => {
    expect(judge(applications, engine)).toBe(fit);
  });

  it('tells which engines were left out', () => {
    expect(forEngine([tfsi, tdiWithAbs, tfsi], '2.0 TDI')).toEqual({
      applications: [{ ...tdiWithAbs, engine: '' }],
      otherEngines: ['1.8 TFSI'],
    });
  });

  it('is a condition like others while it is not known: all of an application has to be so', () => {
    expect(conditionsOf([tdiWithAbs, tfsi])).toEqual([
      'with engine 2.0 TDI, with ABS',
      'with engine 1.8 TFSI',
    ]);
    expect(answerableOf([tdiWithAbs, tfsi])).toEqual([
      'with engine 2.0 TDI',
      'with ABS',
      'with engine 1.8 TFSI',
    ]);
    const settle = (answers: Record<string, boolean>) => settleFit('fitsIf', [tdiWithAbs], answers);
    expect(settle({ 'with engine 2.0 TDI': true })).toBe('fitsIf');
    expect(settle({ 'with ABS': true })).toBe('fitsIf');
    expect(settle({ 'with engine 2.0 TDI': true, 'with ABS': true })).toBe('fits');
    expect(settle({ 'with engine 2.0 TDI': true, 'with ABS': false })).toBe('doesNotFit');
    expect(settle({ 'with engine 2.0 TDI': false })).toBe('doesNotFit');
  });

  it('is asked for first, and nothing is asked of what is ruled out', () => {
    expect(openQuestions([tdiWithAbs, tfsi], {})).toEqual({
      engines: ['2.0 TDI', '1.8 TFSI'],
      conditions: ['with ABS'],
    });
    expect(openQuestions([tdiWithAbs, tfsi], { 'with ABS': false })).toEqual({
      engines: ['1.8 TFSI'],
      conditions: [],
    });
    expect(openQuestions([tdiWithAbs], { 'with engine 2.0 TDI': true })).toEqual({
      engines: [],
      conditions: ['with ABS'],
    });
  });

  it('never makes a part fit that fits without it only under a condition of another kind', () => {
    const engines = fc.constantFrom('', '2.0 TDI', '1.8 TFSI', '2.0 TDI CAGA');
    const condition = fc.constantFrom('', 'with ABS');
    fc.assert(
      fc.property(fc.array(fc.tuple(engines, condition)), engines, (listings, own) => {
        const applications = listings.map(([engine, qualifiers]) => listed(qualifiers, '', engine));
        const fit = judge(applications, own);
        const isSure = listings.some(
          ([engine, qualifiers]) => qualifiers === '' && (engine === '' || engine === own),
        );
        expect(fit === 'fits').toBe(isSure);
        // What does not fit by its engine was open without it.
        if (fit === 'doesNotFit' && listings.length > 0) expect(judge(applications, '')).toBe('fitsIf');
      }),
    );
  });
});
