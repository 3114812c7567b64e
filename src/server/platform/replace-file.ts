/** Writes files so that nobody ever sees half of one. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes a file, or replaces the one that is there. Readers see the old bytes or the new ones, also after the process or
 * the machine stopped half-way. The folder must be there.
 */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  // In the same folder, since only a rename within one file system is atomic.
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
