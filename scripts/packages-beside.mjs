/** Packages of some tests and measurements alone, in folders of their own: no package of the shop. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node24Path } from './node24.mjs';
import { runNpm } from './npm.mjs';
import { Hindrance } from './project.mjs';

/**
 * Installs the packages of a folder as its lock file has them, unless they are there.
 *
 * @param {string} folder that has package.json and package-lock.json
 * @param {string} what they are, for whoever waits
 */
export async function ensurePackagesBeside(folder, what) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules/.mainshaft-install.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error(`Installing ${what}, once.`);
  const beganAtMs = Date.now();
  const npm = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    node: node24Path(),
    folder,
  });
  const { code, output } = await npm.done;
  if (code !== 0) throw new Hindrance(`It could not be installed: ${what}.\n\n${output.trim()}`);
  writeFileSync(stamp, lock);
  console.error(`Installed in ${Math.round((Date.now() - beganAtMs) / 1000)} s.`);
}
