/** Brings the books up to what the provider says, as an owner does: by the shop's own command. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { World } from './world.ts';

const PROJECT = join(import.meta.dirname, '../..');
const WITHIN_MS = 120_000;

/** Answers what the command has left for a person to look at; undefined where that is nothing. */
export function reconcile({ commandEnv }: World): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/cli.mjs', 'reconcile'],
      { cwd: PROJECT, env: { ...process.env, ...commandEnv }, timeout: WITHIN_MS },
      (error, stdout, stderr) =>
        resolve(error === null ? undefined : `reconciling: ${stdout}${stderr || error.message}`),
    );
  });
}
