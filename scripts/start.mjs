/** `npm start`: brings what the shop needs, then opens it. Arguments are handed on. */
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  await ensureInstalled({ dev: false });
  // Read by the page libraries when they load, so it has to be there before the process begins.
  const env = { NODE_ENV: process.env.NODE_ENV ?? 'production' };
  // Rows of a file are garbage as soon as they are kept. Left to itself Node takes 430 MB before it looks for any while a file is
  // imported; with room for young objects of 3 × 16 MB, and for old ones of 30 % more than there are, some 220.
  const heap = ['--max-semi-space-size=16', '--heap-growing-percent=30'];
  await runNode24([...heap, 'src/main/start.ts', ...process.argv.slice(2)], { env });
});
