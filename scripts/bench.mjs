/** `npm run bench`: the measurements, each beside the limit of the machine. */
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  await ensureInstalled({ dev: true });
  await runNode24(['bench/run.ts', ...process.argv.slice(2)], { env: { NODE_ENV: 'production' } });
});
