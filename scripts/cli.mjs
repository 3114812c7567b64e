/** `npm run cli -- <command>`: the shop's commands. */
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  await ensureInstalled({ dev: false });
  // Rows of a file are garbage as soon as they are kept. Room for it of 3 × 8 MB instead of what Node would take keeps an import
  // of any size at some 220 MB instead of 350.
  await runNode24([
    '--max-semi-space-size=8',
    '--heap-growing-percent=30',
    'src/main/cli.ts',
    ...process.argv.slice(2),
  ]);
});
