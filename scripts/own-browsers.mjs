/** Browsers of the machine itself: found, or installed by its distribution. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of the first program of these names that runs and gives such a version.
 *
 * @param {readonly string[]} names
 * @param {RegExp} version
 * @returns {string | undefined}
 */
export function findProgram(names, version) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path) && runs(path, version));
}

/** A file alone proves little: Ubuntu's `chromium-browser` and `firefox` may be notes about where to get them. */
export function runs(path, version) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && version.test(stdout);
}

/**
 * Installs packages with apt-get, as root on Debian or Ubuntu; answers whether it did.
 *
 * @param {readonly string[]} names of the packages
 * @param {string} browser what people call it
 */
export function installFromDistribution(names, browser) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.error(`Installing ${browser} for the tests in a browser with apt-get.`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  const { status } = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
    options,
  );
  return status === 0;
}
