/** A vehicle as the trade names it: a make, a model and a model year. */

export const VEHICLE_KINDS = ['car', 'truck', 'motorcycle'] as const;
export type VehicleKind = (typeof VEHICLE_KINDS)[number];

export type Vehicle = {
  readonly id: number;
  readonly kind: VehicleKind;
  readonly make: string;
  readonly model: string;
  /** The model year, which may run ahead of the calendar. */
  readonly year: number;
};

/** As people say it: "2014 Audi A4", with its engine where that is known: "2014 Audi A4 2.0 TDI". */
export function vehicleName({ make, model, year }: Omit<Vehicle, 'id' | 'kind'>, engine = ''): string {
  return `${year} ${make} ${model}${engine === '' ? '' : ` ${engine}`}`;
}

/** All model years of a model; `ids` are the vehicles of these years, in the same order. */
export type VehicleModel = {
  readonly kind: VehicleKind;
  readonly make: string;
  readonly model: string;
  /** Rising, each once, never empty. */
  readonly years: readonly number[];
  readonly ids: readonly number[];
};
