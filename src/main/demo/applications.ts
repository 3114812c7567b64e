/** Groups of models that share parts, for the sample catalogue: reference/sample/applications.csv. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import * as z from 'zod';
import { VehicleKind } from '#contract/catalogue.ts';
import { PROJECT } from '#server/platform/project-folder.ts';
import type { VehicleRange } from '../reference/vehicles.ts';

export type Kind = VehicleRange['kind'];

/** Models that were built alike through some model years, so that one part fits several of them. */
export interface Application {
  readonly kind: Kind;
  /** How large and costly its parts are among vehicles of its kind, 0 to 1. */
  readonly size: number;
  /** 0: electric. */
  readonly cylinders: number;
  /** How it is built: `petrol`, `rwd`, `airbrake`, `chain` … */
  readonly traits: ReadonlySet<string>;
  readonly yearFrom: number;
  readonly yearTo: number;
  readonly models: readonly { readonly make: string; readonly model: string }[];
}

const APPLICATIONS_FILE = join(PROJECT, 'reference/sample/applications.csv');

const applicationRow = z.strictObject({
  kind: VehicleKind,
  size: z.coerce.number().int().min(0).max(100),
  cylinders: z.coerce.number().int().min(0).max(12),
  traits: z.string().regex(/^[a-z-]+( [a-z-]+)*$/),
  year_from: z.coerce.number().int(),
  year_to: z.coerce.number().int(),
  /** `BMW: X1; X2|MINI: Countryman` */
  models: z.string().regex(/^[^:|]+: [^|]+(\|[^:|]+: [^|]+)*$/),
});

/**
 * Reads all groups.
 *
 * @throws when the file is missing or a row is malformed.
 */
export function readApplications(file: string = APPLICATIONS_FILE): Application[] {
  const rows = z.array(applicationRow).parse(parse(readFileSync(file), { columns: true }));
  return rows.map((row) => ({
    kind: row.kind,
    size: row.size / 100,
    cylinders: row.cylinders,
    traits: new Set(row.traits.split(' ')),
    yearFrom: row.year_from,
    yearTo: row.year_to,
    models: row.models.split('|').flatMap((group) => {
      const [make = '', models = ''] = group.split(': ');
      return models.split('; ').map((model) => ({ make, model }));
    }),
  }));
}
