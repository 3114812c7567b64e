/** What a VIN tells, in vehicles of the shop. */
import type { VinBody } from '#contract/vehicles.ts';
import { vehicleName } from '#domain/vehicles/vehicle.ts';
import { normaliseVin, readVin } from '#domain/vehicles/vin.ts';
import type { VinTable } from '#domain/vehicles/vin-table.ts';
import { vehicleBody } from './vehicle-body.ts';
import type { VehicleList } from './vehicle-list.ts';

/** Model years begin before their calendar year. */
const YEARS_AHEAD = 1;

export function vinBody(typed: string, table: VinTable, { models }: VehicleList, now: Date): VinBody {
  const reading = readVin(normaliseVin(typed), table, now.getUTCFullYear() + YEARS_AHEAD);
  const found = reading.models.map((read) => {
    const { kind, make, model, year } = read;
    const entry = models.find((one) => one.kind === kind && one.make === make && one.model === model);
    return { id: entry?.ids[entry.years.indexOf(year)], ...read };
  });
  const { vin, checkDigit, makes, years } = reading;
  return {
    vin,
    checkDigit,
    makes: [...makes],
    years: [...years],
    vehicles: found.flatMap(({ id, ...read }) => (id === undefined ? [] : [vehicleBody({ id, ...read })])),
    others: found.flatMap(({ id, ...read }) => (id === undefined ? [vehicleName(read)] : [])),
  };
}
