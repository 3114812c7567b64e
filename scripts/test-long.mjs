/**
 * `npm run test:long`: what takes too long, or weighs too much, for `npm test`. Arguments go to vitest;
 * `--project firebase`, `--project money` or `--project firefox` runs one of the three:
 *
 * - `firebase`: Firebase Authentication, against Firebase's own emulator. It runs without a network and without Java.
 * - `money`: ordering, stock and payment against a model of them, for many more runs than in `npm test`.
 * - `firefox`: the way through the shop in Firefox.
 *
 * What they need is no package of the shop: it is installed here, into folders of its own, the first time (the emulator
 * about 270 MB, what drives Firefox 35 MB). Firefox itself is the machine's.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findTestChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';
import { ensureInstalled } from './install.mjs';
import { node24Path, runNode24 } from './node24.mjs';
import { ensurePackagesBeside } from './packages-beside.mjs';
import { projectFolder, run } from './project.mjs';

const longTests = join(projectFolder, 'tests/long');
const emulatorModules = join(longTests, 'firebase/node_modules');
const emulatorCommand = join(emulatorModules, 'firebase-tools/lib/bin/firebase.js');
/** A project whose name begins so exists nowhere but in the emulator, which then asks nobody for it. */
const project = 'demo-mainshaft';

await run(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled({ dev: true });
  const env = {};
  if (includes(args, 'firefox')) {
    env.FIREFOX_PATH = findFirefox();
    await ensurePackagesBeside(join(longTests, 'firefox'), 'what drives Firefox');
  }
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/long/vitest.config.ts',
    ...args,
  ];
  if (!includes(args, 'firebase')) return runNode24(vitest, { env });

  env.CHROMIUM_PATH = findTestChromium();
  await ensurePackagesBeside(join(longTests, 'firebase'), 'the emulator of Firebase');
  const { config, home } = await emulatorFiles();
  const quoted = [node24Path(), join(projectFolder, vitest[0]), ...vitest.slice(1)]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');
  await runNode24(
    [emulatorCommand, 'emulators:exec', '--only', 'auth', '--project', project, '--config', config, quoted],
    // Neither its notes nor its questions belong to whoever runs the tests.
    { env: { ...env, XDG_CONFIG_HOME: home, CI: 'true', NO_UPDATE_NOTIFIER: '1' } },
  );
});

/** Whether a project is run: named among the arguments, or not left out by naming others. */
function includes(args, name) {
  const named = args.flatMap((arg, index) => {
    if (arg.startsWith('--project=')) return [arg.slice('--project='.length)];
    return args[index - 1] === '--project' ? [arg] : [];
  });
  return named.length === 0 || named.includes(name);
}

/** Its settings, with ports that are free now; and a folder for what it likes to remember. */
async function emulatorFiles() {
  const home = join(emulatorModules, '.mainshaft-run');
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
