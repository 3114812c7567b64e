/** The fit of a part for the vehicle that it is ordered for, as it is at this moment. */
import { engineAmong } from '#domain/vehicles/engine.ts';
import { type ConditionAnswers, forEngine } from '#domain/vehicles/fit.ts';
import { fitWhenOrdered, type OrderedFit } from '#domain/vehicles/ordered-fit.ts';
import { vehicleName } from '#domain/vehicles/vehicle.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { listPartFits } from '#server/read-models/part-fits.ts';
import { listEngines } from '#server/read-models/vehicle-engines.ts';
import { findVehicle } from './vehicle-store.ts';

/** Undefined when there is no such vehicle. A part that is not there is unknown to fit. */
export async function findOrderedFit(
  tx: Tx,
  asked: {
    readonly vehicleId: number;
    /** '' where the buyer does not say it. */
    readonly engine: string;
    readonly partId: number;
    readonly answers: ConditionAnswers;
  },
): Promise<OrderedFit | undefined> {
  const vehicle = await findVehicle(tx, asked.vehicleId);
  if (vehicle === undefined) return undefined;
  const [listed = { applications: [], hasFitments: false }] = await listPartFits(tx, vehicle.id, [
    asked.partId,
  ]);
  const engine = asked.engine === '' ? '' : engineAmong(await listEngines(tx, [vehicle.id]), asked.engine);
  const { applications } = forEngine(listed.applications, engine);
  return fitWhenOrdered(
    // What the buyer says of the engine is kept also where nothing depends on it.
    { id: vehicle.id, name: vehicleName(vehicle, engine === '' ? asked.engine : engine) },
    { applications, hasFitments: listed.hasFitments },
    asked.answers,
  );
}
