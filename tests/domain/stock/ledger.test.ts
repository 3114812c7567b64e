import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  availableUnits,
  type Level,
  levelAfter,
  type Movement,
  type MovementKind,
  movementOf,
} from '#domain/stock/ledger.ts';

describe('a movement of 3 units', () => {
  it.each([
    ['received', 3, 3, 0],
    ['reserved', 3, 0, 3],
    ['released', 3, 0, -3],
    ['shipped', 3, -3, -3],
    ['adjusted', 3, 3, 0],
    ['adjusted', -3, -3, 0],
  ] as const)('%s %i: on hand %i, reserved %i', (kind, units, onHandChange, reservedChange) => {
    expect(movementOf(kind, units)).toEqual({ kind, onHandChange, reservedChange });
  });
});

/** What the stock allows: nothing is promised twice, nothing given back or sent that was not promised. */
function isLegal(level: Level, { kind, onHandChange, reservedChange }: Movement): boolean {
  switch (kind) {
    case 'received':
      return true;
    case 'adjusted':
      return level.onHandUnits + onHandChange >= level.reservedUnits;
    case 'reserved':
      return availableUnits(level) >= reservedChange;
    case 'released':
    case 'shipped':
      return level.reservedUnits >= -reservedChange;
  }
}

const kinds: readonly MovementKind[] = ['received', 'reserved', 'released', 'shipped', 'adjusted'];
const movement = fc
  .tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 50 }), fc.boolean())
  .map(([kind, units, less]) => movementOf(kind, kind === 'adjusted' && less ? -units : units));
/** Movements that happened: of those that are tried, the legal ones. */
const history = fc.array(movement, { maxLength: 60 }).map((tried) => {
  const done: Movement[] = [];
  for (const next of tried) if (isLegal(levelAfter(done), next)) done.push(next);
  return done;
});

describe('the level', () => {
  it('starts with nothing', () => {
    expect(levelAfter([])).toEqual({ onHandUnits: 0, reservedUnits: 0 });
  });

  it('follows from the movements', () => {
    const movements = [
      movementOf('received', 100),
      movementOf('reserved', 30),
      movementOf('reserved', 10),
      movementOf('released', 10),
      movementOf('shipped', 30),
      movementOf('adjusted', -5),
    ];
    const level = levelAfter(movements);
    expect(level).toEqual({ onHandUnits: 65, reservedUnits: 0 });
    expect(availableUnits(level)).toBe(65);
  });

  it('never has less than nothing, on hand, reserved or available', () => {
    fc.assert(
      fc.property(history, (movements) => {
        for (let length = 0; length <= movements.length; length += 1) {
          const level = levelAfter(movements.slice(0, length));
          expect(level.onHandUnits).toBeGreaterThanOrEqual(0);
          expect(level.reservedUnits).toBeGreaterThanOrEqual(0);
          expect(availableUnits(level)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('is where it was after a promise that is taken back', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 50 }), (movements, units) => {
        const there = [...movements, movementOf('reserved', units), movementOf('released', units)];
        expect(levelAfter(there)).toEqual(levelAfter(movements));
      }),
    );
  });

  it('gives nobody anything when a promise is kept: available does not change', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 50 }), (movements, units) => {
        const promised = [...movements, movementOf('reserved', units)];
        expect(availableUnits(levelAfter([...promised, movementOf('shipped', units)]))).toBe(
          availableUnits(levelAfter(promised)),
        );
      }),
    );
  });
});
