/**
 * Public pages that nothing kept can answer: each is rendered for the request, since its address has something that a page
 * could read. Beside them home by addresses that are new, too, but only have something that no page reads.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathOfAPart } from '../a-part.ts';
import { startChild } from '../child-process.ts';
import type { ServeRendering } from '../limits/rendering-server.ts';
import type { RunGroup } from './stage.ts';

const PROJECT = join(import.meta.dirname, '../..');
const EMPTY_PAGE = join(PROJECT, 'bench/limits/empty-page');
const HEADERS = { accept: 'text/html' };

export const runColdPages: RunGroup = async ({ shop, generator, databasePid }, each) => {
  const folder = await mkdtemp(join(tmpdir(), 'mainshaft-bench-empty-page-'));
  const empty = await startChild<ServeRendering, { port: number }>(
    new URL('../limits/rendering-server.ts', import.meta.url),
  );
  try {
    await buildEmptyPage(folder);
    const { port } = await empty.ask({ entryFile: join(folder, 'server/server.js') });
    const pages = [
      { name: 'home page, cold', path: '/', uniqueBy: 'engine', cpu: 1.3 },
      { name: 'home page, cold address', path: '/', uniqueBy: 'turn' },
      { name: 'list page, cold', path: '/catalogue', uniqueBy: 'engine' },
      { name: 'part page, cold', path: await pathOfAPart(shop.url), uniqueBy: 'engine' },
    ];
    for (const { name, path, uniqueBy, cpu } of pages) {
      const load = { kind: 'get', headers: HEADERS, uniqueBy } as const;
      const watched = { serverPid: shop.pid, databasePid };
      await each({
        name,
        limitIs: "the framework's empty page",
        ...(cpu !== undefined && { target: { connections: [16], cpu } }),
        about: {},
        ours: { load: (timing) => generator.ask({ url: shop.url + path, load, timing, watched }) },
        limit: {
          load: (timing) =>
            generator.ask({
              url: `http://127.0.0.1:${port}/`,
              load,
              timing,
              watched: { serverPid: empty.pid },
            }),
        },
      });
    }
  } finally {
    await empty.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

async function buildEmptyPage(outDir: string): Promise<void> {
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, args, { cwd: EMPTY_PAGE });
}
