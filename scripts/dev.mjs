/** `npm run dev`: the shop with pages that follow the source as it is edited. */
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  await ensureInstalled({ dev: true });
  await runNode24(['src/main/dev.ts', ...process.argv.slice(2)]);
});
