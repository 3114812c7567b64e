/** What a page weighs on the wire, as a browser fetches it that nobody touches. */
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { PageFigure } from './figures.ts';
import { markupOf } from './markup.ts';

const KB = 1000;
/** Everything that a page does by itself is done by then: the slides of home turn after 7 s. */
const SETTLED_MS = 9_000;

/** Opens the page in a browser that has nothing of the shop. Script is counted as gzip has it, whatever was sent. */
export async function weighPage(browser: Browser, page: string, url: string): Promise<PageFigure[]> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const tab = await context.newPage();
  const answers: { readonly type: string; readonly url: string; readonly body: Promise<Buffer> }[] = [];
  tab.on('response', (answer) => {
    answers.push({
      type: answer.request().resourceType(),
      url: answer.url(),
      body: answer.body().catch(() => Buffer.alloc(0)),
    });
  });
  await tab.goto(url, { waitUntil: 'networkidle' });
  await tab.waitForTimeout(SETTLED_MS);
  const gzipped = async (type: string) => {
    const bodies = await Promise.all(
      answers.filter((answer) => answer.type === type).map(({ body }) => body),
    );
    return bodies.map((body) => gzipSync(body, { level: 9 }).length);
  };
  const scripts = await gzipped('script');
  const sheets = await gzipped('stylesheet');
  const markup = markupOf(await (await fetch(url)).text());
  const fonts = await Promise.all(answers.filter(({ type }) => type === 'font').map(({ body }) => body));
  await context.close();
  const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0) / KB;
  return [
    { page, name: 'largest script, gzip', unit: 'kB', value: Math.max(...scripts) / KB, limit: 130 },
    { page, name: 'script in all, gzip', unit: 'kB', value: sum(scripts), limit: 150 },
    {
      page,
      name: 'markup and style, gzip',
      unit: 'kB',
      value: sum([gzipSync(markup, { level: 6 }).length, ...sheets]),
      limit: 30,
    },
    { page, name: 'style sheets', unit: '', value: sheets.length, limit: 1 },
    { page, name: 'typefaces', unit: 'kB', value: sum(fonts.map((font) => font.length)), limit: 45 },
    { page, name: 'requests', unit: '', value: answers.length },
  ];
}
