/**
 * The project's own folder, and how a start script gives up.
 *
 * Everything in this folder that ends in `.mjs` is plain JavaScript without dependencies, because it is what runs
 * before any package is there, on whatever Node (18 or later) the machine has.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds `package.json`. */
export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** A failure that the reader can do something about: shown as it is, without a stack. */
export class Hindrance extends Error {}

/**
 * Runs a script's steps. A {@link Hindrance} is printed and ends the process with code 1; anything else is a defect
 * and keeps its stack.
 *
 * @param {() => Promise<void>} steps
 */
export async function run(steps) {
  try {
    await steps();
  } catch (error) {
    if (!(error instanceof Hindrance)) throw error;
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
}
