/** The table by which VINs are read: reference/vins.txt, made by scripts/make-vins.ts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readVinTable, type VinTable } from '#domain/vehicles/vin-table.ts';
import { PROJECT } from '#server/platform/project-folder.ts';

const VINS_FILE = join(PROJECT, 'reference/vins.txt');

let table: Promise<VinTable> | undefined;

/** Reads it when the first VIN comes, and keeps it: about a megabyte. */
export function vinTable(): Promise<VinTable> {
  table ??= readFile(VINS_FILE, 'utf8').then(readVinTable);
  return table;
}
