/** What a VIN tells, in vehicles of the shop. */
import type { VinBody } from '#contract/vehicles.ts';
import { normaliseVin, readVin } from '#domain/vehicles/vin.ts';
import type { VinTable } from '#domain/vehicles/vin-table.ts';
import { vehicleBody } from './vehicle-body.ts';
import type { VehicleList } from './vehicle-list.ts';

/** Model years begin before their calendar year. */
const YEARS_AHEAD = 1;

export function vinBody(typed: string, table: VinTable, { models }: VehicleList, now: Date): VinBody {
  const reading = readVin(normaliseVin(typed), table, now.getUTCFullYear() + YEARS_AHEAD);
  const vehicles = reading.models.flatMap(({ kind, make, model, year }) => {
    const entry = models.find((one) => one.kind === kind && one.make === make && one.model === model);
    const id = entry?.ids[entry.years.indexOf(year)];
    return id === undefined ? [] : [vehicleBody({ id, kind, make, model, year })];
  });
  const { vin, checkDigit, makes, year } = reading;
  return { vin, checkDigit, makes: [...makes], year, vehicles };
}
