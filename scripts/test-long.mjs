/**
 * `npm run test:long`: what takes too long, or weighs too much, for `npm test`. Today that is Firebase Authentication,
 * against Firebase's own emulator. The emulator is no package of the shop: it is installed here, into a folder of its own,
 * the first time (about 270 MB). It runs without a network and without Java. Arguments go to vitest.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { node24Path, runNode24 } from './node24.mjs';
import { runNpm } from './npm.mjs';
import { Hindrance, projectFolder, run } from './project.mjs';

const folder = join(projectFolder, 'tests/long/firebase');
const modules = join(folder, 'node_modules');
const command = join(modules, 'firebase-tools/lib/bin/firebase.js');
/** A project whose name begins so exists nowhere but in the emulator, which then asks nobody for it. */
const project = 'demo-mainshaft';

await run(async () => {
  await ensureInstalled({ dev: true });
  await ensureEmulator();
  const { config, home } = await emulatorFiles();
  const quoted = [node24Path(), join(projectFolder, 'node_modules/vitest/vitest.mjs')]
    .concat('run', '--config', 'tests/long/vitest.config.ts', process.argv.slice(2))
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');
  await runNode24(
    [command, 'emulators:exec', '--only', 'auth', '--project', project, '--config', config, quoted],
    // Neither its notes nor its questions belong to whoever runs the tests.
    { env: { XDG_CONFIG_HOME: home, CI: 'true', NO_UPDATE_NOTIFIER: '1', CHROMIUM_PATH: findChromium() } },
  );
});

/** Installs the emulator as its own lock file has it, unless it is there. */
async function ensureEmulator() {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(modules, '.mainshaft-install.txt');
  if (existsSync(command) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error('Installing the emulator of Firebase; this takes some minutes, once.');
  const beganAtMs = Date.now();
  const npm = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    node: node24Path(),
    folder,
  });
  const { code, output } = await npm.done;
  if (code !== 0) throw new Hindrance(`The emulator of Firebase could not be installed.\n\n${output.trim()}`);
  writeFileSync(stamp, lock);
  console.error(`Installed in ${Math.round((Date.now() - beganAtMs) / 1000)} s.`);
}

/** Its settings, with ports that are free now; and a folder for what it likes to remember. */
async function emulatorFiles() {
  const home = join(modules, '.mainshaft-run');
  mkdirSync(home, { recursive: true });
  const [auth, hub, logging] = await Promise.all([freePort(), freePort(), freePort()]);
  const host = '127.0.0.1';
  const emulators = {
    auth: { host, port: auth },
    hub: { host, port: hub },
    logging: { host, port: logging },
    ui: { enabled: false },
    singleProjectMode: true,
  };
  const config = join(home, 'firebase.json');
  writeFileSync(config, JSON.stringify({ emulators }));
  return { config, home };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
