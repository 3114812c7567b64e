/**
 * Takes the pictures: starts a demo shop on data of its own, walks through the screens and lays all pictures on one page.
 *
 * `npm run screens -- [--only my-order,part] [--widths 390,1280] [--themes light] [--plain]`
 *
 * The pictures and their page lie in `screens/`, which is not kept. `--plain` leaves out the states.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { SCREENS, type Screen, type Visitor } from './screens.ts';
import { answerAs, STATES, type State } from './states.ts';

const PROJECT = join(import.meta.dirname, '../..');
const OUT = join(PROJECT, 'screens');
const PASSWORD = 'look-at-the-screens';
const PEOPLE = { buyer: 'buyer@mainshaft.example', owner: 'admin@mainshaft.example' } as const;
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

await mkdir(OUT, { recursive: true });
const shop = await openShop();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '',
  args: ['--no-sandbox'],
});
try {
  const places = await findPlaces(shop.url);
  for (const theme of themes) for (const width of widths) await takeAll(theme, width, places);
  await writeFile(join(OUT, 'index.html'), await contactSheet());
  console.log(`\n${join(OUT, 'index.html')}`);
} finally {
  await browser.close();
  shop.process.kill('SIGTERM');
}

/** The demo as anyone starts it; its data is kept from one run to the next. */
async function openShop(): Promise<{ url: string; process: ChildProcess }> {
  const dataDir = join(OUT, 'data');
  await mkdir(dataDir, { recursive: true });
  // The database may run as another user.
  await chmod(dataDir, 0o755);
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DEMO_ADMIN_PASSWORD: PASSWORD,
      DEMO_BUYER_PASSWORD: PASSWORD,
      RATE_LIMITS: 'false',
      LOG_LEVEL: 'warn',
    },
  });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /is open: (http:\/\/\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve({ url, process: child });
    });
    child.once('exit', (code) => reject(new Error(`the shop ended with ${code}:\n${said}`)));
  });
}

/** What stands in braces in the screens' addresses. */
type Places = Readonly<Record<string, string>>;

async function findPlaces(url: string): Promise<Places> {
  const page = await (await contextOf('buyer', url)).newPage();
  await page.goto(url);
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const read = async (path: string) => {
    const answer = await page.request.get(`${url}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()) as Record<string, string>[];
  };
  const [part] = await read('/parts?limit=1');
  const orders = await read(`/order?email=${PEOPLE.buyer}`);
  await page.context().close();
  return {
    part: `${part?.brandSlug}/${part?.partNumberSlug}`,
    order: String(orders.find((order) => order.transactionId !== null)?._id),
    unpaid: String(orders.find((order) => order.transactionId === null)?._id),
  };
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;
const signedIn = new Map<Visitor, SignedIn>();

async function contextOf(
  visitor: Visitor,
  url: string,
  look: { width: number; theme: 'light' | 'dark' } = { width: 1280, theme: 'light' },
): Promise<BrowserContext> {
  const settings = {
    viewport: { width: look.width, height: HEIGHT_PX },
    colorScheme: look.theme,
    baseURL: url,
  };
  if (visitor === 'visitor') return browser.newContext(settings);
  const known = signedIn.get(visitor);
  if (known !== undefined) return browser.newContext({ ...settings, storageState: known });
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(PEOPLE[visitor]);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.locator('main').getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((address) => address.pathname !== '/login');
  signedIn.set(visitor, await context.storageState());
  return context;
}

async function takeAll(theme: 'light' | 'dark', width: number, places: Places): Promise<void> {
  for (const visitor of ['visitor', 'buyer', 'owner'] as const) {
    const context = await contextOf(visitor, shop.url, { width, theme });
    for (const screen of SCREENS) {
      if (screen.as !== visitor || (only.length > 0 && !only.includes(screen.name))) continue;
      const states = options.plain || screen.filledBy === undefined ? [] : STATES;
      for (const state of [undefined, ...states]) {
        const name = `${screen.name}${state === undefined ? '' : `.${state}`}-${width}-${theme}.png`;
        const page = await context.newPage();
        try {
          await reach(page, screen, state, places);
          await page.screenshot({ path: join(OUT, name), fullPage: true });
          process.stdout.write(`${name}\n`);
        } catch (cause) {
          process.stdout.write(`${name}: ${cause instanceof Error ? cause.message.split('\n')[0] : cause}\n`);
        }
        await page.close();
      }
    }
    await context.close();
  }
}

async function reach(page: Page, screen: Screen, state: State | undefined, places: Places): Promise<void> {
  const path = screen.path.replace(/\{(\w+)\}/g, (_, place: string) => places[place] ?? place);
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
