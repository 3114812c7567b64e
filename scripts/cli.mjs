/** `npm run cli -- <command>`: the shop's commands. */
import { ensureInstalled } from './install.mjs';
import { NODE_MEMORY } from './memory.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  await ensureInstalled({ dev: false });
  await runNode24([...NODE_MEMORY, 'src/main/cli.ts', ...process.argv.slice(2)]);
});
