/** What a build is made from, as a name: the same sources have the same. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PROJECT } from '#server/platform/project-folder.ts';

export type Sources = {
  /** All that is in them, by their paths in the project. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
};

/** Of 16 values each: enough that no two sources of one folder ever share them. */
const DIGITS = 16;

/**
 * Names and contents of all sources, as one digest. Read one after the other and at once: of a thousand small files that
 * takes a twentieth of the time that waiting for each of them does.
 */
export function digestOf(sources: Sources): string {
  const hash = createHash('sha256');
  for (const file of filesOf(sources).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(PROJECT, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, DIGITS);
}

function filesOf({ folders, files }: Sources): string[] {
  const found = folders.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(PROJECT, join(entry.parentPath, entry.name))),
  );
  // The generated route tree is written by the build itself.
  return [...found, ...files].filter((file) => !file.endsWith('route-tree.gen.ts'));
}
