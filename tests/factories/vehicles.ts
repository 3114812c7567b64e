/** Vehicles and fitments for tests. */
import { sql } from 'kysely';
import type { TestShop } from '../shop.ts';

export type SomeVehicle = {
  kind?: 'car' | 'truck' | 'motorcycle';
  make: string;
  model: string;
  year: number;
};

/** The id of a vehicle that every shop knows. */
export async function vehicleId({ databases }: TestShop, wanted: SomeVehicle): Promise<number> {
  const row = await databases.write
    .selectFrom('vehicle')
    .select('id')
    .where('kind', '=', wanted.kind ?? 'car')
    .where('make', '=', wanted.make)
    .where('model', '=', wanted.model)
    .where('year', '=', wanted.year)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Lists a part for a vehicle. */
export async function listFor(
  { databases }: TestShop,
  partId: string,
  vehicle: number,
  { position = '', engine = '', qualifiers = '', perVehicle = 1 } = {},
): Promise<void> {
  await sql`INSERT INTO fitment (vehicle_id, part_id, position, engine, qualifiers, quantity_per_vehicle)
            VALUES (${vehicle}, ${Number(partId)}, ${position}, ${engine}, ${qualifiers}, ${perVehicle})`.execute(
    databases.write,
  );
}
