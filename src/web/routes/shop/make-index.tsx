/** The makes of a kind of vehicle, A to Z. */
import type { VehicleBody, VehicleMakeBody } from '#contract/vehicles.ts';
import { pathOf, vehicleSteps } from '#web/features/catalogue/steps.ts';
import { KIND_NAMES } from '#web/features/catalogue/words.ts';
import { MakeMark } from '#web/features/vehicles/make-grid.tsx';
import { NameIndex } from '#web/ui/name-index.tsx';
import styles from './make-index.module.css';

export function MakeIndex({
  makes,
  kind,
  level = 2,
}: {
  readonly makes: readonly VehicleMakeBody[];
  readonly kind: VehicleBody['kind'];
  /** Of the letters' headings. */
  readonly level?: 2 | 3;
}) {
  return (
    <NameIndex
      label={`Find a make of ${KIND_NAMES[kind].many.toLowerCase()}`}
      level={level}
      entries={makes
        .filter(({ kinds }) => kinds.includes(kind))
        .map(({ make }) => ({
          name: make,
          path: pathOf(vehicleSteps({ kind, make })),
          mark: <MakeMark make={make} className={styles.mark} />,
        }))}
    />
  );
}
