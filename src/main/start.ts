/** `npm start`: the shop as it is used, its modules joined and its pages built. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from './build-server.ts';

/** Where the server is loaded from. The build is this process's until it ends: some of it is loaded late. */
async function serverEntry(): Promise<string> {
  try {
    const { dir } = await buildServer(() => process.stdout.write('  Joining the modules of the server …\n'));
    return pathToFileURL(join(dir, 'built-shop.js')).href;
  } catch (error) {
    // They do the same, a second later.
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`  The server runs from its sources: ${why}\n`);
    return new URL('./built-shop.ts', import.meta.url).href;
  }
}

const shop: typeof import('./built-shop.ts') = await import(await serverEntry());
await shop.openBuiltShop();
