/** `npm run faults`: people buy and sell while processes are killed and connections break; then the books are looked at. */
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  await ensureInstalled({ dev: true });
  await runNode24(['tests/faults/run.ts', ...process.argv.slice(2)]);
});
