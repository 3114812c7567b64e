/**
 * Takes the pictures: starts a demo shop on data of its own, walks through the screens and lays all pictures on one page.
 *
 * `npm run screens -- [--only my-order,part] [--widths 390,1280] [--themes light] [--plain]`
 *
 * The pictures and their page lie in `screens/`, which is not kept. `--plain` leaves out the states.
 */
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../scripts/chromium-flags.ts';
import { signIn } from '../e2e/browser.ts';
import { ADMIN, BUYER, startShop } from '../e2e/running-shop.ts';
import { findPlaces, type Places, placedAt } from './places.ts';
import { SCREENS, type Screen, type Visitor } from './screens.ts';
import { answerAs, STATES, type State } from './states.ts';

const PROJECT = join(import.meta.dirname, '../..');
const OUT = join(PROJECT, 'screens');
const PEOPLE = { buyer: BUYER, owner: ADMIN } as const;
const HEIGHT_PX = 900;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,768,1280,1600' },
    themes: { type: 'string', default: 'light,dark' },
    plain: { type: 'boolean', default: false },
  },
});
const only = options.only.split(',').filter((name) => name !== '');
const widths = options.widths.split(',').map(Number);
const themes = options.themes.split(',').filter((theme) => theme === 'light' || theme === 'dark');

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;
const signedIn = new Map<Visitor, SignedIn>();

// Kept from one run to the next. The database may run as another user, who has to reach it.
const dataDir = join(OUT, 'data');
await mkdir(dataDir, { recursive: true });
await chmod(dataDir, 0o755);
const shop = await startShop(dataDir, { RATE_LIMITS: 'false' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '',
  args: CHROMIUM_FLAGS,
});
try {
  const asBuyer = await contextOf('buyer');
  const page = await asBuyer.newPage();
  await page.goto('/');
  const places = await findPlaces(page);
  await asBuyer.close();
  for (const theme of themes) for (const width of widths) await takeAll(theme, width, places);
  await writeFile(join(OUT, 'index.html'), await contactSheet());
  process.stdout.write(`\n${join(OUT, 'index.html')}\n`);
} finally {
  await browser.close();
  await shop.stop();
}

async function contextOf(
  visitor: Visitor,
  look: { width: number; theme: 'light' | 'dark' } = { width: 1280, theme: 'light' },
): Promise<BrowserContext> {
  const settings = {
    viewport: { width: look.width, height: HEIGHT_PX },
    colorScheme: look.theme,
    baseURL: shop.url,
  };
  if (visitor === 'visitor') return browser.newContext(settings);
  const known = signedIn.get(visitor);
  if (known !== undefined) return browser.newContext({ ...settings, storageState: known });
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  await signIn(page, PEOPLE[visitor]);
  await page.close();
  signedIn.set(visitor, await context.storageState());
  return context;
}

async function takeAll(theme: 'light' | 'dark', width: number, places: Places): Promise<void> {
  for (const visitor of ['visitor', 'buyer', 'owner'] as const) {
    const context = await contextOf(visitor, { width, theme });
    for (const screen of SCREENS) {
      if (screen.as !== visitor || (only.length > 0 && !only.includes(screen.name))) continue;
      const states = options.plain || screen.filledBy === undefined ? [] : STATES;
      for (const state of [undefined, ...states]) {
        const name = `${screen.name}${state === undefined ? '' : `.${state}`}-${width}-${theme}.png`;
        const page = await context.newPage();
        try {
          await reach(page, screen, state, places);
          await showAllPictures(page);
          await page.screenshot({ path: join(OUT, name), fullPage: true });
          process.stdout.write(`${name}\n`);
        } catch (cause) {
          process.exitCode = 1;
          process.stdout.write(`${name}: ${cause instanceof Error ? cause.message.split('\n')[0] : cause}\n`);
        }
        await page.close();
      }
    }
    await context.close();
  }
}

async function reach(page: Page, screen: Screen, state: State | undefined, places: Places): Promise<void> {
  const path = placedAt(screen.path, places);
  const { filledBy, link } = screen;
  if (state === undefined || filledBy === undefined) {
    await page.goto(path, { waitUntil: 'networkidle' });
    return;
  }
  const isFilling = (url: URL) =>
    filledBy.endsWith('/') ? url.pathname.startsWith(filledBy) : url.pathname === filledBy;
  if (link === undefined) {
    await page.route(isFilling, (route) => answerAs(state, route));
    await page.goto(path);
  } else {
    await page.goto('/blog', { waitUntil: 'networkidle' });
    await page.route(isFilling, (route) => answerAs(state, route));
    // The menu is folded away on a phone; the foot has every link.
    await page.locator('footer').getByRole('link', { name: link, exact: true }).click();
  }
  // A fault is tried three times before it is shown: 1 + 2 + 4 s.
  await page.waitForTimeout(state === 'failing' ? 9_000 : 1_500);
}

/** Those further down as well, which a page loads only when somebody comes near. */
function showAllPictures(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager';
    // One that cannot be shown is replaced by a drawing.
    return Promise.allSettled([...document.images].map((image) => image.decode()));
  });
}

/** All pictures that lie in the folder, a line for each screen and state, small enough to compare. */
async function contactSheet(): Promise<string> {
  const names = (await readdir(OUT)).filter((name) => name.endsWith('.png')).sort();
  const lines = Map.groupBy(names, (name) => name.replace(/-\d+-(light|dark)\.png$/, ''));
  const line = (screen: string, pictures: readonly string[]) =>
    `<h2>${screen}</h2><p>${pictures
      .map((name) => `<a href="${name}"><img loading="lazy" src="${name}" alt="${name}" title="${name}"></a>`)
      .join('')}</p>`;
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px sans-serif;margin:24px;background:#777}h2{font-size:16px}p{display:flex;flex-wrap:wrap;gap:12px;align-items:start}img{width:280px;background:#fff}</style>
${[...lines].map(([screen, pictures]) => line(screen, pictures)).join('\n')}
`;
}
