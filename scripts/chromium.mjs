/** Finds a Chromium for the tests that need a browser, or brings one. */
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node24Path } from './node24.mjs';
import { findProgram, installFromDistribution, runs } from './own-browsers.mjs';
import { Hindrance, projectFolder } from './project.mjs';

const version = /chrom/i;

/** As people have it, with a window around its pages, though nobody sees it. */
const whole = {
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  package: 'chromium',
};

/** Pages without a window: one is opened in a third of the time and a quarter of the work. */
const shell = { names: ['chromium-headless-shell'], package: 'chromium-headless-shell' };

/** With letters as wide as those that most readers have, which bare machines lack. */
const fonts = 'fonts-liberation';

/**
 * The path of a Chromium that runs, as people have it: the one that CHROMIUM_PATH names; else the machine's own; else, as root on
 * Debian or Ubuntu, the distribution's, installed now; else one without windows: the machine's, or the one among the packages.
 *
 * @returns {string}
 * @throws {Hindrance} where there is none and none can be brought
 */
export const findChromium = () =>
  given() ?? own(whole) ?? installed(whole) ?? own(shell) ?? unpacked() ?? unpack() ?? missing();

/**
 * The path of a Chromium for tests: the one that CHROMIUM_PATH names; else one without windows: the machine's own, as root on Debian
 * the distribution's, installed now, or the one among the packages, which is for Linux; else as people have it.
 *
 * @returns {string}
 * @throws {Hindrance} where there is none and none can be brought
 */
export const findTestChromium = () =>
  given() ??
  own(shell) ??
  unpacked() ??
  installed(shell) ??
  unpack() ??
  own(whole) ??
  installed(whole) ??
  missing();

function given() {
  const path = process.env.CHROMIUM_PATH;
  if (!path) return undefined;
  if (runs(path, version)) return path;
  throw new Hindrance(
    `CHROMIUM_PATH is ${path}, and that does not run. Set it to a Chromium or Chrome, or unset it.`,
  );
}

const own = ({ names }) => findProgram(names, version);

const installed = (kind) =>
  installFromDistribution([kind.package, fonts], 'Chromium') ? own(kind) : undefined;

function missing() {
  throw new Hindrance(
    'The tests in a browser need Chromium, and none could be found, installed or unpacked.\n' +
      'Install Chromium or Chrome, or set CHROMIUM_PATH; or run the other tests alone: npm test -- --project unit --project api',
  );
}

/** Where the Chromium of the package `@sparticuz/chromium` is unpacked. */
const unpackedFolder = () => join(cacheFolder(), 'chromium');

function unpacked() {
  const program = join(unpackedFolder(), 'run');
  return existsSync(program) && runs(program, version) ? program : undefined;
}

/** Unpacks it and wraps it in what it needs around it. It is for Linux on x64. */
function unpack() {
  const folder = unpackedFolder();
  console.error('Unpacking the Chromium among the packages.');
  // Under another name first, so that an interrupted unpacking isn't taken for a whole one.
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { status, stderr } = spawnSync(node24Path(), ['--input-type=module', '--eval', unpacking], {
    cwd: projectFolder,
    // The package unpacks into the folder for temporary files.
    env: { ...process.env, TMPDIR: draft },
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    console.error(`It can't be unpacked:\n${stderr.trim()}`);
    return undefined;
  }
  writeFileSync(join(draft, 'fonts.conf'), fontSettings(folder));
  writeFileSync(join(draft, 'run'), launcher);
  for (const name of ['run', 'chromium']) chmodSync(join(draft, name), 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return unpacked();
}

const unpacking = `
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Chromium, { inflate } from '@sparticuz/chromium';
await Chromium.executablePath();
const entry = createRequire(process.cwd() + '/').resolve('@sparticuz/chromium');
await inflate(join(dirname(dirname(entry)), 'bin', 'al2023.tar.br'));
`;

/** Small machines have neither fonts nor the libraries that Chromium is linked with; the package brings both. */
const launcher = `#!/bin/sh
here=$(dirname "$0")
export FONTCONFIG_FILE="$here/fonts.conf"
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$here/chromium" --no-sandbox "$@"
`;

function fontSettings(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
}

let cache;

/** Beside the packages; where those are someone else's, a folder for temporary files. */
function cacheFolder() {
  cache ??= chooseCacheFolder();
  return cache;
}

function chooseCacheFolder() {
  const folder = join(projectFolder, 'node_modules', '.cache');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return mkdtempSync(join(tmpdir(), 'mainshaft-chromium-'));
  }
}
