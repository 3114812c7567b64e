/** `npm test`: all tests, the ones in a browser too. Arguments go to vitest: `npm test -- --project unit`. */
import { findTestChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled({ dev: true });
  const env = needBrowser(args) ? { CHROMIUM_PATH: findTestChromium() } : {};
  await runNode24(['node_modules/vitest/vitest.mjs', 'run', ...args], { env });
});

/** All but the projects `unit` and `api` run in a browser. */
function needBrowser(args) {
  const projects = args.flatMap((arg, index) => {
    if (arg.startsWith('--project=')) return [arg.slice('--project='.length)];
    return args[index - 1] === '--project' ? [arg] : [];
  });
  return projects.length === 0 || projects.some((project) => project !== 'unit' && project !== 'api');
}
