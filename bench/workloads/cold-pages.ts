/**
 * Public pages that are not kept, as browsers ask for them, compressed: since a part has changed, each time; or since their address
 * is new, with something in it that a page could read, so that each is rendered, or that no page reads.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathOfAPart } from '../a-part.ts';
import { AS_BROWSERS_ASK } from '../as-browsers-ask.ts';
import { startChild } from '../child-process.ts';
import { endWithBench } from '../end-with-bench.ts';
import type { ServeRendering } from '../limits/rendering-server.ts';
import type { Change } from '../load/changed-pages.ts';
import { LONG_WARM_UP_MS } from '../measure.ts';
import type { RunGroup } from './stage.ts';

const PROJECT = join(import.meta.dirname, '../..');
const EMPTY_PAGE = join(PROJECT, 'bench/limits/empty-page');
const HEADERS = { accept: 'text/html', ...AS_BROWSERS_ASK };
const ON_HOME = 6;
/** Of the empty page's CPU time, at most. */
const COLD_HOME = 1.3;

export const runColdPages: RunGroup = async ({ shop, generator, databasePid, databaseUrl }, each) => {
  const folder = await mkdtemp(join(tmpdir(), 'mainshaft-bench-empty-page-'));
  const empty = await startChild<ServeRendering, { port: number }>(
    new URL('../limits/rendering-server.ts', import.meta.url),
  );
  try {
    await buildEmptyPage(folder);
    const { port } = await empty.ask({ entryFile: join(folder, 'server/server.js') });
    const list = '/catalogue';
    const part = await pathOfAPart(shop.url);
    const after = (change: Change, path: string, partIds: readonly number[]) =>
      ({ kind: 'changed', change, path, databaseUrl, partIds }) as const;
    const moved = (path: string, partIds: readonly number[]) => after('stock that it shows', path, partIds);
    const unasked = (uniqueBy: string) => ({ kind: 'get', headers: HEADERS, uniqueBy }) as const;
    const listed = await firstParts(shop.url);
    const pages = [
      {
        name: 'home page, stock moved',
        path: '/',
        load: moved('/', listed.slice(0, ON_HOME)),
        cpu: COLD_HOME,
      },
      { name: 'list page, stock moved', path: list, load: moved(list, listed) },
      { name: 'part page, stock moved', path: part, load: moved(part, listed.slice(0, 1)) },
      {
        name: 'home page, another part renamed',
        path: '/',
        load: after('another name', '/', listed.slice(ON_HOME)),
        cpu: COLD_HOME,
      },
      {
        name: 'home page, a part on it renamed',
        path: '/',
        load: after('a name that it shows', '/', listed.slice(0, ON_HOME)),
        cpu: COLD_HOME,
      },
      { name: 'home page, cold address', path: '/', load: unasked('turn'), cpu: COLD_HOME },
      { name: 'home page, rendered', path: '/', load: unasked('engine'), cpu: COLD_HOME },
      { name: 'list page, rendered', path: list, load: unasked('engine') },
      { name: 'part page, rendered', path: part, load: unasked('engine') },
    ];
    for (const { name, path, load, cpu } of pages) {
      const watched = { serverPid: shop.pid, databasePid };
      const url = load.kind === 'changed' ? shop.url : shop.url + path;
      await each({
        name,
        limitIs: "the framework's empty page",
        ...(cpu !== undefined && { target: { connections: [1, 16], cpu } }),
        about: {},
        firstWarmUpMs: LONG_WARM_UP_MS,
        ours: { load: (timing) => generator.ask({ url, load, timing, watched }) },
        limit: {
          load: (timing) =>
            generator.ask({
              url: `http://127.0.0.1:${port}/`,
              load: unasked('engine'),
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

/** The ids of the first page of parts, in the shop's order. */
async function firstParts(shopUrl: string): Promise<number[]> {
  const parts: { readonly _id: string }[] = JSON.parse(await (await fetch(`${shopUrl}/api/parts`)).text());
  return parts.map(({ _id }) => Number(_id));
}

async function buildEmptyPage(outDir: string): Promise<void> {
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const built = promisify(execFile)(process.execPath, args, { cwd: EMPTY_PAGE });
  endWithBench(built.child);
  await built;
}
