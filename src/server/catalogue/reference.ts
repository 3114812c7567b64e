/** The part types that every shop knows. */

import * as z from 'zod';
import { VEHICLE_KINDS } from '#domain/vehicles/vehicle.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { savePartTypes } from './part-store.ts';

/** One entry of `reference/part-types.json`. */
export const PartTypeEntry = z.object({
  code: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1),
  category: z.array(z.string().min(1)).min(1),
  kinds: z.array(z.enum(VEHICLE_KINDS)).min(1),
  positions: z.array(z.string()),
  attributes: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      unit: z.string(),
      type: z.enum(['number', 'text', 'boolean']),
    }),
  ),
  synonyms: z.array(z.string()),
  /** Codes of the types that are changed together with it, the most usual first. */
  goesWith: z.array(z.string()),
});
export type PartTypeEntry = z.output<typeof PartTypeEntry>;

/** Adds and updates part types; answers how many were new or changed. None is taken away: parts may be of it. */
export function keepPartTypes(tx: Tx, entries: unknown): Promise<number> {
  return savePartTypes(tx, z.array(PartTypeEntry).parse(entries));
}
