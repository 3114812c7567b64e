/** Stock is a ledger: every change is a movement, and the level follows from the movements. */

export type MovementKind = 'received' | 'reserved' | 'released' | 'shipped' | 'adjusted';

export type Level = {
  /** Units in the warehouse. */
  readonly onHandUnits: number;
  /** Units promised to unpaid orders. */
  readonly reservedUnits: number;
};

export type Movement = {
  readonly kind: MovementKind;
  readonly onHandChange: number;
  readonly reservedChange: number;
};

/** Units that can still be ordered. */
export function availableUnits(level: Level): number {
  return level.onHandUnits - level.reservedUnits;
}

/** The movement of so many units, by its kind; an adjustment takes a signed number. */
export function movementOf(kind: MovementKind, units: number): Movement {
  switch (kind) {
    case 'received':
    case 'adjusted':
      return { kind, onHandChange: units, reservedChange: 0 };
    case 'reserved':
      return { kind, onHandChange: 0, reservedChange: units };
    case 'released':
      return { kind, onHandChange: 0, reservedChange: -units };
    case 'shipped':
      return { kind, onHandChange: -units, reservedChange: -units };
  }
}

/** The level after movements; what the database keeps must always equal this. */
export function levelAfter(movements: readonly Movement[]): Level {
  return movements.reduce<Level>(
    (level, movement) => ({
      onHandUnits: level.onHandUnits + movement.onHandChange,
      reservedUnits: level.reservedUnits + movement.reservedChange,
    }),
    { onHandUnits: 0, reservedUnits: 0 },
  );
}
