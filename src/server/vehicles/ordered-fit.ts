/** The fit of parts for the vehicles that they are ordered for, as it is at this moment. */
import { engineAmong } from '#domain/vehicles/engine.ts';
import { type ConditionAnswers, forEngine } from '#domain/vehicles/fit.ts';
import { fitWhenOrdered, type OrderedFit } from '#domain/vehicles/ordered-fit.ts';
import { vehicleName } from '#domain/vehicles/vehicle.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { listPartFits } from '#server/read-models/part-fits.ts';
import { listEngines } from '#server/read-models/vehicle-engines.ts';
import { findVehicle } from './vehicle-store.ts';

type Asked = {
  readonly vehicleId: number;
  /** '' where the buyer does not say it. */
  readonly engine: string;
  readonly partId: number;
  readonly answers: ConditionAnswers;
};

/**
 * By part, of which each is asked for once; undefined where one of the vehicles is none of ours. A part that is not there is
 * unknown to fit. Each vehicle is asked for once, too, however many parts are for it, and all of them together.
 */
export async function findOrderedFits(
  tx: Tx,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, OrderedFit> | undefined> {
  const found = await Promise.all(
    [...Map.groupBy(asked, ({ vehicleId }) => vehicleId)].map(([id, some]) => fitsFor(tx, id, some)),
  );
  const fits = new Map<number, OrderedFit>();
  for (const ofVehicle of found) {
    if (ofVehicle === undefined) return undefined;
    for (const [partId, fit] of ofVehicle) fits.set(partId, fit);
  }
  return fits;
}

async function fitsFor(
  tx: Tx,
  vehicleId: number,
  asked: readonly Asked[],
): Promise<(readonly [partId: number, OrderedFit])[] | undefined> {
  const isEngineSaid = asked.some(({ engine }) => engine !== '');
  const [vehicle, listed, engines] = await Promise.all([
    findVehicle(tx, vehicleId),
    listPartFits(
      tx,
      vehicleId,
      asked.map(({ partId }) => partId),
    ),
    isEngineSaid ? listEngines(tx, [vehicleId]) : [],
  ]);
  if (vehicle === undefined) return undefined;
  const listedOf = new Map(listed.map((part) => [part.partId, part]));
  return asked.map(({ partId, engine: said, answers }) => {
    const { applications, hasFitments } = listedOf.get(partId) ?? { applications: [], hasFitments: false };
    const engine = engineAmong(engines, said);
    const fit = fitWhenOrdered(
      // What the buyer says of the engine is kept also where nothing depends on it.
      { id: vehicle.id, name: vehicleName(vehicle, engine === '' ? said : engine) },
      { applications: forEngine(applications, engine).applications, hasFitments },
      answers,
    );
    return [partId, fit] as const;
  });
}
