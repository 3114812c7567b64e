/** What the shop knows of its latest backup: a small file in the data directory, written by the command that took it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '#server/platform/replace-file.ts';

const LastBackup = z.object({
  /** The moment, ISO 8601, until which everything is in it. */
  endedAt: z.iso.datetime(),
  folder: z.string(),
  /** Whether a copy of it was started and looked through. */
  isVerified: z.boolean(),
});
export type LastBackup = z.output<typeof LastBackup>;

const pathIn = (dataDir: string) => join(dataDir, 'last-backup.json');

export function keepLastBackup(dataDir: string, backup: LastBackup): Promise<void> {
  return replaceFile(pathIn(dataDir), Buffer.from(`${JSON.stringify(backup)}\n`));
}

/** Undefined where none was taken, or the file can't be read. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return LastBackup.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
