/** `npm run screens`: every screen of the shop in every state as a picture, to be looked at after a change. */
import { findChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  await ensureInstalled({ dev: true });
  await runNode24(['tests/screens/take.ts', ...process.argv.slice(2)], {
    env: { CHROMIUM_PATH: findChromium() },
  });
});
