/**
 * How soon a page answers whoever presses and types, on a machine 4 times slower than this one: the catalogue, tables of 1,000
 * rows, the pages of admins, and the order form.
 */
import { median } from '../statistics.ts';
import type { PageFigure } from './figures.ts';
import { loadRows } from './gestures.ts';
import { handsOn } from './hands.ts';
import type { SignedIn, Surroundings } from './people.ts';
import { WALKS } from './press-walks.ts';
import { openSlowly } from './slow-page.ts';

const LIMIT_MS = 100;
const ROWS = 1_000;

/**
 * @param people of `makePeople`
 * @param rounds how often each thing is done, at least
 */
export async function measureInteractions(
  { browser, url, parts }: Pick<Surroundings, 'browser' | 'url' | 'parts'>,
  people: { readonly buyer: SignedIn; readonly admin: SignedIn },
  rounds: number,
): Promise<PageFigure[]> {
  const figures: PageFigure[] = [];
  for (const walk of WALKS) {
    console.error(`  ${walk.page}`);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...(walk.as !== 'visitor' && { storageState: people[walk.as] }),
    });
    const page = await openSlowly(context, url + walk.path.replace('{part}', String(parts[0]?.id)));
    await page.locator(walk.shows).first().waitFor();
    const hands = await handsOn(page);
    if (walk.isTable) await loadRows(hands, ROWS);
    for (let round = 0; round < rounds; round += 1) await walk.round(hands, round);
    const durations = await hands.durations();
    await context.close();
    figures.push(...[...durations].map(([what, all]) => figureOf(walk.page, what, all)));
  }
  return figures;
}

function figureOf(page: string, what: string, all: readonly number[]): PageFigure {
  return {
    page,
    name: `${what} (p50, worst of ${all.length})`,
    unit: 'ms',
    value: median(all),
    limit: LIMIT_MS,
    worst: Math.max(...all),
  };
}
