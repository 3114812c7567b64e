/** Fitments for tests: a part made to fit vehicles that every shop knows. */
import { sql } from 'kysely';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { TestShop } from '../shop.ts';

export type Fitted = {
  readonly make: string;
  readonly model: string;
  readonly years: readonly number[];
  readonly position?: string;
};

/** Lets a part fit these vehicles and answers their ids, by year. */
export async function fitPart({ databases }: TestShop, partId: string, fitted: Fitted): Promise<number[]> {
  return inTransaction(databases.write, async (tx) => {
    const { rows } = await sql<{ vehicle_id: number }>`
      INSERT INTO fitment (vehicle_id, part_id, position, quantity_per_vehicle)
      SELECT id, ${partId}::bigint, ${fitted.position ?? ''}, 1 FROM vehicle
      WHERE make = ${fitted.make} AND model = ${fitted.model} AND year = any(${fitted.years}::int[])
      ORDER BY year
      RETURNING vehicle_id`.execute(tx);
    if (rows.length < fitted.years.length) throw new Error(`no such vehicle: ${JSON.stringify(fitted)}`);
    await sql`
      INSERT INTO part_kind (part_id, kind)
      SELECT DISTINCT part_id, kind FROM fitment JOIN vehicle ON vehicle.id = vehicle_id WHERE part_id = ${partId}::bigint
      ON CONFLICT DO NOTHING`.execute(tx);
    await refreshSearch(tx, [Number(partId)]);
    return rows.map((row) => row.vehicle_id);
  });
}
