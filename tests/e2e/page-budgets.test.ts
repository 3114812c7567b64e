/** What public pages may weigh, and what they may wait for before they are painted. */
import { gzipSync } from 'node:zlib';
import { expect, inject, it } from 'vitest';

const KB = 1000;
/** Script of every page; with it, the page’s own. */
const ENTRY_LIMIT_BYTES = 130 * KB;
const SCRIPT_LIMIT_BYTES = 150 * KB;
const MARKUP_AND_STYLE_LIMIT_BYTES = 30 * KB;
const FIRST_TYPEFACES_LIMIT_BYTES = 18 * KB;

const fetched = async (path: string) =>
  Buffer.from(await (await fetch(new URL(path, inject('shopUrl')))).arrayBuffer());
const gzipped = async (path: string) => gzipSync(await fetched(path), { level: 9 }).length;
const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
const hrefs = (html: string, tag: RegExp) => [...html.matchAll(tag)].map(([, href = '']) => href);

async function partPath(): Promise<string> {
  const list = (await fetched('/catalogue')).toString();
  return /<main[\s\S]*?href="(\/catalogue\/[a-z0-9-]+\/[a-z0-9]+)"/.exec(list)?.[1] ?? '';
}

it.each([
  ['home', async () => '/'],
  ['the list', async () => '/catalogue'],
  ['what a search finds', async () => '/catalogue?q=brake+pad'],
  ['a part', partPath],
])('%s', async (_name, path) => {
  const html = (await fetched(await path())).toString();

  // Before the first paint: one style sheet, two typefaces, no script but what stands in the page.
  const sheets = hrefs(html, /<link rel="stylesheet" href="([^"]+)"/g);
  expect(sheets).toHaveLength(1);
  const typefaces = hrefs(html, /<link rel="preload" as="font"[^>]* href="([^"]+)"/g);
  expect(typefaces).toHaveLength(2);
  expect(sum((await Promise.all(typefaces.map(fetched))).map(({ length }) => length))).toBeLessThan(
    FIRST_TYPEFACES_LIMIT_BYTES,
  );
  expect(html).not.toContain('<link rel="modulepreload"');
  const fetchedScripts = [...html.matchAll(/<script\b([^>]*\bsrc=[^>]*)>/g)].map(
    ([, attributes]) => attributes,
  );
  expect(fetchedScripts).toEqual([expect.stringContaining('type="text/x-after-paint"')]);
  expect(html.match(/<img[^>]*fetchpriority="high"/gi)?.length ?? 0).toBeLessThanOrEqual(1);
  const [markup = ''] = html.split('<script data-tsr-stream-part');
  expect(markup.length).toBeLessThan(html.length);
  expect(gzipSync(markup).length + sum(await Promise.all(sheets.map(gzipped)))).toBeLessThan(
    MARKUP_AND_STYLE_LIMIT_BYTES,
  );

  // After it: what brings the page to life.
  const [, entry = '', others = ''] =
    /<script type="text\/x-after-paint" src="([^"]+)" data-with="([^"]*)"/.exec(html) ?? [];
  const entryBytes = await gzipped(entry);
  expect(entryBytes).toBeLessThan(ENTRY_LIMIT_BYTES);
  expect(entryBytes + sum(await Promise.all(others.split(' ').map(gzipped)))).toBeLessThan(
    SCRIPT_LIMIT_BYTES,
  );
});
