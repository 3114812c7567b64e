/** What axe finds on a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Finding = { id: string; nodes: { target: string[] }[] };

/**
 * Each finding with the element that it is about; none where all is well. What was still on its way, such as a colour
 * that changes, is looked at again.
 */
export async function findings(page: Page): Promise<string[]> {
  const first = await look(page);
  if (first.length === 0) return first;
  await wait(1_500);
  return look(page);
}

async function look(page: Page): Promise<string[]> {
  // To send it takes a quarter of the time that a look takes: once to each document is enough.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  const found = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] }).then((result) => result.violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
