/** A build in small: one page, its script under a name of its own, and code that rendering loads when first asked. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BuildRecipe } from '#main/builds.ts';

/** A recipe for a build whose files are named by, and say, its content. */
export const recipeOf = (content: string): BuildRecipe => ({
  fingerprint: async () => content,
  async make(dir) {
    await mkdir(join(dir, 'client/assets'), { recursive: true });
    await mkdir(join(dir, 'server/assets'), { recursive: true });
    await writeFile(join(dir, `client/assets/app-${content}.js`), `/* ${content} */`);
    await writeFile(
      join(dir, `server/assets/late-${content}.js`),
      `export default '<script src="/assets/app-${content}.js"></script>';`,
    );
    // Long enough that another one could begin.
    await wait(50);
    await writeFile(
      join(dir, 'server/server.js'),
      `export default {
        isRead: () => false,
        async render() {
          const late = await import('./assets/late-${content}.js');
          return { status: 200, headers: new Headers({ 'content-type': 'text/html' }), pieces: [late.default] };
        },
      };`,
    );
  },
});
