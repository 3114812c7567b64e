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
  const { vin, checkDigit, makes, years } = reading;
  // Where the year is open, so is the one of a model: it may be of any in which it was made.
  const read = reading.models.flatMap((model) => years.map((year) => ({ ...model, year })));
  const idOf = ({ kind, make, model, year }: (typeof read)[number]) => {
    const entry = models.find((one) => one.kind === kind && one.make === make && one.model === model);
    return entry?.ids[entry.years.indexOf(year)];
  };
  const vehicles = new Map(
    read.flatMap((one) => {
      const id = idOf(one);
      return id === undefined ? [] : [[id, vehicleBody({ id, ...one })] as const];
    }),
  );
  const isKnown = ({ kind, make, model }: (typeof read)[number]) =>
    [...vehicles.values()].some((one) => one.kind === kind && one.make === make && one.model === model);
  const others = reading.models.filter((one) => !isKnown(one)).map((one) => vehicleName(one));
  return {
    vin,
    checkDigit,
    makes: [...makes],
    years: [...years],
    vehicles: [...vehicles.values()],
    others: [...new Set(others)],
  };
}
