/** The part types that the shop knows, with their place in the category tree and their attributes: reference/part-types.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { PartTypeEntry } from '#server/catalogue/reference.ts';
import { PROJECT } from '#server/platform/project-folder.ts';

export type PartType = Readonly<PartTypeEntry>;

const PART_TYPES_FILE = join(PROJECT, 'reference/part-types.json');

/**
 * Reads all part types, in the file's order.
 *
 * @throws when the file is missing or an entry is malformed.
 */
export function readPartTypes(file: string = PART_TYPES_FILE): PartType[] {
  return z.array(PartTypeEntry).parse(JSON.parse(readFileSync(file, 'utf8')));
}
