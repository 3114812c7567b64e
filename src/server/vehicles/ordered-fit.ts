/** The fit of a part for the vehicle that it is ordered for, as it is at this moment. */
import type { ConditionAnswers } from '#domain/vehicles/fit.ts';
import { fitWhenOrdered, type OrderedFit } from '#domain/vehicles/ordered-fit.ts';
import { vehicleName } from '#domain/vehicles/vehicle.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { listPartFits } from '#server/read-models/part-fits.ts';
import { findVehicle } from './vehicle-store.ts';

/** Undefined when there is no such vehicle. A part that is not there is unknown to fit. */
export async function findOrderedFit(
  tx: Tx,
  asked: { readonly vehicleId: number; readonly partId: number; readonly answers: ConditionAnswers },
): Promise<OrderedFit | undefined> {
  const vehicle = await findVehicle(tx, asked.vehicleId);
  if (vehicle === undefined) return undefined;
  const [listed = { applications: [], hasFitments: false }] = await listPartFits(tx, vehicle.id, [
    asked.partId,
  ]);
  return fitWhenOrdered({ id: vehicle.id, name: vehicleName(vehicle) }, listed, asked.answers);
}
