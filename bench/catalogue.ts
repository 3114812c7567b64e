/** A catalogue of known size, the same in every run: as the two files that an owner would import. */
import type * as z from 'zod';
import type { VehicleRange } from '#main/reference/vehicles.ts';
import { FitmentFileRow, PartFileRow } from '#server/catalogue/import/part-row.ts';

/** More than the list counts to (10,000), so that counting costs what it costs in a large shop. */
export const PART_COUNT = 12_000;
const BRAND_COUNT = 40;
/** Orders never run out of parts, however long the run. */
const STOCK = 9_999_999;

const MIN_ORDERS = [1, 2, 4] as const;
const GRADES = ['aftermarket', 'oe', 'genuine', 'remanufactured'] as const;
// Nearby numbers get unlike values; primes keep every value's turn coming.
const spread = (index: number, prime: number, below: number) => (index * prime) % below;

const partNumber = (index: number) => `BN ${100_000 + index * 7}`;
const brand = (index: number) => `Brand ${String(1 + (index % BRAND_COUNT)).padStart(2, '0')}`;

export type PartType = { readonly code: string; readonly name: string };

/** Rows of parts.csv, the header first. */
export function* partRows(types: readonly PartType[]): Generator<string> {
  const write = rowWriter(PartFileRow);
  yield write.header;
  for (const part of catalogueParts(types)) yield write.row(part);
}

/** The parts by the columns of parts.csv, in the order in which the shop lists them. */
export function* catalogueParts(types: readonly PartType[]) {
  for (let index = 0; index < PART_COUNT; index += 1) {
    const type = types[index % types.length] ?? { code: '', name: 'Part' };
    const millimetres = 40 + spread(index, 131, 360);
    const kilograms = 1 + spread(index, 17, 40);
    const minOrder = MIN_ORDERS[index % MIN_ORDERS.length];
    yield {
      sku: `BENCH-${String(index + 1).padStart(5, '0')}`,
      brand: brand(index),
      part_number: partNumber(index),
      name: `${type.name}, ${millimetres} mm`,
      part_type: type.code,
      grade: GRADES[index % GRADES.length],
      description:
        `${type.name} for the workshop, ${millimetres} mm, ${kilograms} kg with its box. ` +
        'Made to the drawing of the part that it replaces and checked piece by piece. ' +
        'Fitted with the tools of every workshop; replace in pairs where the vehicle has two.',
      price: `${5 + spread(index, 53, 115)}.${String(spread(index, 29, 100)).padStart(2, '0')}`,
      stock: STOCK,
      min_order: minOrder,
      order_multiple: minOrder,
      attributes: `diameter=${millimetres}|weight=${kilograms}`,
      oe_numbers: `MAKER ${1 + (index % 9)}:${700_000_000 + index * 13}`,
      rank: index,
    };
  }
}

/** Rows of fitments.csv: each part fits one model through its years. */
export function* fitmentRows(vehicles: readonly VehicleRange[]): Generator<string> {
  const write = rowWriter(FitmentFileRow);
  yield write.header;
  for (let index = 0; index < PART_COUNT; index += 1) {
    const vehicle = vehicles[spread(index, 7, vehicles.length)];
    if (vehicle === undefined) continue;
    const { kind, make, model, yearFrom, yearTo } = vehicle;
    yield write.row({
      brand: brand(index),
      part_number: partNumber(index),
      kind,
      make,
      model,
      year_from: yearFrom,
      year_to: yearTo,
    });
  }
}

/** Writes rows with all columns of a file; those that are not given stay empty. */
function rowWriter<Columns extends z.ZodRawShape>({ shape }: z.ZodObject<Columns>) {
  const columns = Object.keys(shape);
  const line = (fields: readonly string[]) =>
    `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\n`;
  return {
    header: line(columns),
    row: (given: { readonly [C in keyof Columns]?: string | number | undefined }) => {
      const fields: { readonly [column: string]: string | number | undefined } = given;
      return line(columns.map((column) => String(fields[column] ?? '')));
    },
  };
}
