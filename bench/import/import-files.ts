/** The files that an owner would bring to fill a shop: parts, and the vehicles that they fit, of any number of rows. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PartType } from '#main/reference/part-types.ts';
import { brandName, type MadePart, madeParts, type VehicleRow } from '../search/large-catalogue.ts';

export type ImportFile = { readonly path: string; readonly rows: number; readonly bytes: number };

type TypeRow = PartType & { readonly id: number };
type Line = readonly (string | number)[];

const PARTS =
  'sku,brand,part_number,name,description,price,part_type,grade,stock,min_order,order_multiple,attributes,oe_numbers,trade_numbers,rank';
const FITMENTS = 'sku,kind,make,model,year_from,year_to,position';
/** Lines that are written together. */
const PIECE_LINES = 500;

/** The numbers that the parts of a file have, in the order of its rows. */
export const skuOf = (row: number): string => `MS-${1_000_000 + row}`;

/** Writes so many parts, and as many fitments of the first of them, into a folder. */
export async function writeImportFiles(
  folder: string,
  rows: number,
  seed: number,
  types: readonly TypeRow[],
  vehicles: readonly VehicleRow[],
): Promise<{ readonly parts: ImportFile; readonly fitments: ImportFile }> {
  const typeCodes = new Map(types.map(({ id, code }) => [id, code]));
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  function* partLines(): Generator<Line> {
    for (const part of madeParts(rows, seed, types, vehicles)) yield partLine(part, typeCodes);
  }
  function* fitmentLines(): Generator<Line> {
    let left = rows;
    for (const part of madeParts(rows, seed, types, vehicles)) {
      const lines = rangesOf(part, byId);
      if (lines.length > left) return;
      left -= lines.length;
      yield* lines;
    }
  }
  return {
    parts: await write(join(folder, 'parts.csv'), PARTS, partLines()),
    fitments: await write(join(folder, 'fitments.csv'), FITMENTS, fitmentLines()),
  };
}

function partLine(part: MadePart, typeCodes: ReadonlyMap<number, string>): Line {
  const numbers = (kind: string) => part.numbers.filter((number) => number.kind === kind);
  return [
    part.sku,
    brandName(part.brandId - 1),
    part.partNumber,
    part.name,
    part.description,
    (part.priceMinor / 100).toFixed(2),
    typeCodes.get(part.typeId) ?? '',
    part.grade,
    part.stock,
    part.minOrder,
    part.minOrder,
    Object.entries(part.attributes)
      .map(([key, value]) => `${key}=${value}`)
      .join('|'),
    numbers('oe')
      .map(({ maker, number }) => `${maker}:${number}`)
      .join('|'),
    numbers('trade')
      .map(({ number }) => number)
      .join('|'),
    part.rank,
  ];
}

/** The vehicles of a part as rows of year ranges. */
function rangesOf({ sku, position, vehicleIds }: MadePart, byId: ReadonlyMap<number, VehicleRow>): Line[] {
  const vehicles = vehicleIds.flatMap((id) => byId.get(id) ?? []);
  const models = Map.groupBy(vehicles, ({ kind, make, model }) => `${kind}|${make}|${model}`);
  return [...models.values()].flatMap((model) => {
    const years = model.map(({ year }) => year).sort((one, other) => one - other);
    const [first] = model;
    const ranges: Line[] = [];
    let from = years[0] ?? 0;
    years.forEach((year, at) => {
      if (years[at + 1] === year + 1 || first === undefined) return;
      ranges.push([sku, first.kind, first.make, first.model, from, year, position]);
      from = years[at + 1] ?? 0;
    });
    return ranges;
  });
}

async function write(path: string, header: string, lines: Iterable<Line>): Promise<ImportFile> {
  let rows = 0;
  function* pieces() {
    let piece = `${header}\n`;
    for (const line of lines) {
      piece += `${line.map(cellOf).join(',')}\n`;
      rows += 1;
      if (rows % PIECE_LINES !== 0) continue;
      yield piece;
      piece = '';
    }
    yield piece;
  }
  const file = createWriteStream(path);
  await pipeline(Readable.from(pieces()), file);
  return { path, rows, bytes: file.bytesWritten };
}

function cellOf(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
