/** The only SQL on garages. Every function is about one person's own. */
import { sql } from 'kysely';
import type { Vehicle } from '#domain/vehicles/vehicle.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';

/** What its owner wrote of a vehicle. */
export type GarageNotes = {
  /** Empty where it is not said. */
  readonly engine: string;
  readonly name: string;
  readonly plate: string;
  readonly vin: string;
  readonly notes: string;
};
export type GarageVehicle = GarageNotes & {
  readonly id: string;
  readonly vehicle: Vehicle;
  readonly createdAt: Date;
};

/** A person's vehicles, newest first. */
export async function listGarage(db: Querier, userId: string): Promise<GarageVehicle[]> {
  return (
    await garage(db, userId).orderBy('created_at', 'desc').orderBy('garage_vehicle.id', 'desc').execute()
  ).map(toGarageVehicle);
}

export async function findInGarage(
  db: Querier,
  userId: string,
  id: string,
): Promise<GarageVehicle | undefined> {
  const row = await garage(db, userId).where('garage_vehicle.id', '=', id).executeTakeFirst();
  return row && toGarageVehicle(row);
}

function garage(db: Querier, userId: string) {
  return db
    .selectFrom('garage_vehicle')
    .innerJoin('vehicle', 'vehicle.id', 'garage_vehicle.vehicle_id')
    .select(['garage_vehicle.id', 'engine', 'name', 'plate', 'vin', 'notes', 'created_at as createdAt'])
    .select(['vehicle.id as vehicleId', 'vehicle.kind', 'vehicle.make', 'vehicle.model', 'vehicle.year'])
    .where('user_id', '=', userId);
}

type GarageRow = Awaited<ReturnType<ReturnType<typeof garage>['executeTakeFirstOrThrow']>>;

function toGarageVehicle({ vehicleId, kind, make, model, year, ...row }: GarageRow): GarageVehicle {
  return { ...row, vehicle: { id: vehicleId, kind, make, model, year } };
}

export type KeptInGarage = { readonly vehicleId: number; readonly engine: string };

/** Locks a person's garage until the transaction ends, so that two additions are counted one after the other. */
export async function lockGarage(tx: Tx, userId: string): Promise<readonly KeptInGarage[]> {
  await tx.selectFrom('shop_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const rows = await tx
    .selectFrom('garage_vehicle')
    .select(['vehicle_id', 'engine'])
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => ({ vehicleId: row.vehicle_id, engine: row.engine }));
}

/** Adds these vehicles, so that the first of them is the newest; what there is not is left out. */
export async function addToGarage(
  tx: Tx,
  userId: string,
  added: readonly (GarageNotes & { readonly id: string; readonly vehicleId: number })[],
  now: Date,
): Promise<void> {
  const of = <K extends keyof (typeof added)[number]>(key: K) => added.map((one) => one[key]);
  await sql`
    INSERT INTO garage_vehicle (id, user_id, vehicle_id, engine, name, plate, vin, notes, created_at, updated_at)
    SELECT asked.id, ${userId}::uuid, vehicle.id, engine, name, plate, vin, notes,
           ${now}::timestamptz - place * interval '1 millisecond', ${now}::timestamptz
    FROM unnest(${of('id')}::uuid[], ${of('vehicleId')}::int[], ${of('engine')}::text[], ${of('name')}::text[], ${of('plate')}::text[],
                ${of('vin')}::text[], ${of('notes')}::text[])
      WITH ORDINALITY AS asked (id, vehicle_id, engine, name, plate, vin, notes, place)
    JOIN vehicle ON vehicle.id = asked.vehicle_id`.execute(tx);
}

/** Changes what is written of a vehicle; false when the person has none by this id. */
export async function changeInGarage(
  db: Querier,
  userId: string,
  id: string,
  changes: { readonly [K in keyof GarageNotes]?: string | undefined },
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('garage_vehicle')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a vehicle away; false when the person has none by this id. */
export async function removeFromGarage(db: Querier, userId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('garage_vehicle')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
