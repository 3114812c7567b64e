/** `npm start`: brings what the shop needs, then opens it. Arguments are handed on. */
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  await ensureInstalled({ dev: false });
  // Read by the page libraries when they load, so it has to be there before the process begins.
  const env = { NODE_ENV: process.env.NODE_ENV ?? 'production' };
  // Room for young objects of 3 × 16 MB: what Node would take by itself it keeps, 20 MB at rest and 80 MB more while a file is imported.
  await runNode24(['--max-semi-space-size=16', 'src/main/start.ts', ...process.argv.slice(2)], { env });
});
