/** `npm run bench`: the measurements, each beside the limit of the machine. */
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { ensurePackagesBeside } from './packages-beside.mjs';
import { projectFolder, run } from './project.mjs';

await run(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled({ dev: true });
  const env = { NODE_ENV: 'production' };
  if (args[0] === 'browser') {
    env.CHROMIUM_PATH = findChromium();
    await ensurePackagesBeside(join(projectFolder, 'bench/browser/lighthouse'), 'Lighthouse');
  }
  if (args[0] === 'beside') {
    await ensurePackagesBeside(join(projectFolder, 'bench/beside/medusa'), 'Medusa');
    await ensurePackagesBeside(join(projectFolder, 'bench/beside/vendure'), 'Vendure');
  }
  await runNode24(['bench/run.ts', ...args], { env });
});
