/** `npm start`: brings what the shop needs, then opens it. Arguments are handed on. */
import { ensureInstalled } from './install.mjs';
import { NODE_MEMORY, SYSTEM_MEMORY } from './memory.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  await ensureInstalled({ dev: false });
  // Read by the page libraries when they load, so it has to be there before the process begins.
  const env = { ...SYSTEM_MEMORY, NODE_ENV: process.env.NODE_ENV ?? 'production' };
  await runNode24([...NODE_MEMORY, 'src/main/start.ts', ...process.argv.slice(2)], { env });
});
