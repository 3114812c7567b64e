/**
 * What a backup consists of: `data/`, a data directory as it is to be, and `manifest.json`, written last. A folder
 * without a manifest is no backup.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { SetupError } from '#server/platform/setup-error.ts';

export const MANIFEST = 'manifest.json';
/** The folder in a backup that becomes the data directory. */
export const BACKED_UP_DATA = 'data';

const RelativePath = z
  .string()
  .refine((path) => path.split('/').every((name) => !['', '.', '..'].includes(name)), 'leads elsewhere');
const BackupFile = z.object({
  path: RelativePath,
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupFile = z.output<typeof BackupFile>;

const Manifest = z.object({
  kind: z.literal('mainshaft-backup'),
  format: z.literal(1),
  /** Of the shop that made it. */
  version: z.string(),
  /** The latest migration in it. */
  migration: z.string(),
  /** The major version of PostgreSQL that can read it. */
  postgres: z.string(),
  /** Everything that was committed until `endedAt`, by the database's clock, is in it. */
  beganAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  directories: z.array(RelativePath),
  files: z.array(BackupFile),
});
export type Manifest = z.output<typeof Manifest>;

/**
 * Reads the manifest of a backup.
 * @throws SetupError when the folder holds no finished backup, or one of a later format
 */
export async function readManifest(backup: string): Promise<Manifest> {
  const path = join(backup, MANIFEST);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'it has no manifest.json' : cause.message;
    throw new SetupError(`${backup} is no finished backup: ${reason}.`, { cause });
  });
  const parsed = Manifest.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new SetupError(
    `${path} can't be understood. Either it is damaged, or a later version of the shop made the backup: restore it with that one.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many bytes the files of a backup have. */
export const bytesOf = ({ files }: Pick<Manifest, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
