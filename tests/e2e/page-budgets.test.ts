/** What public pages may weigh, and what they may wait for before they are painted. */
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { markupOf } from '../../bench/browser/markup.ts';
import { areLinksAlive, openBrowser, openPage, PHONE } from './browser.ts';
import { type Sent, watchWire } from './over-the-wire.ts';
import { theShop } from './the-shop.ts';

const KB = 1000;
/** Script of every page; with it, the page’s own. */
const ENTRY_LIMIT_BYTES = 130 * KB;
const SCRIPT_LIMIT_BYTES = 150 * KB;
const MARKUP_AND_STYLE_LIMIT_BYTES = 30 * KB;
const FIRST_TYPEFACES_LIMIT_BYTES = 40 * KB;
/** What a server may send on a new connection before it has to wait for an answer: ten packets. */
const FIRST_FLIGHT_BYTES = 14_600;
/** All of an untouched page but its pictures: two thirds are script, a fifth typefaces. */
const SENT_LIMIT_BYTES = 205 * KB;

const fetched = async (path: string) =>
  Buffer.from(await (await fetch(new URL(path, theShop().url))).arrayBuffer());
const gzipped = async (path: string) => gzipSync(await fetched(path), { level: 9 }).length;
const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
const isScript = ({ kind }: Sent) => kind === 'Script';
/** Which pictures there are is the catalogue's; the measurements of `bench/browser` don't weigh them, either. */
const isNoPicture = ({ kind }: Sent) => kind !== 'Image';
const countsOf = (all: readonly Sent[]) =>
  Object.fromEntries([...Map.groupBy(all, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]));
const wholeBytes = ({ headBytes, bodyBytes }: Sent) => headBytes + bodyBytes;
const hrefs = (html: string, tag: RegExp) => [...html.matchAll(tag)].map(([, href = '']) => href);

async function partPath(): Promise<string> {
  const list = (await fetched('/catalogue')).toString();
  return /<main[\s\S]*?href="(\/catalogue\/[a-z0-9-]+\/[a-z0-9]+)"/.exec(list)?.[1] ?? '';
}

/** Each with how many files its script is, and what they may weigh as they are sent. */
const PAGES: readonly [string, () => Promise<string>, number, number][] = [
  ['home', async () => '/', 7, 130 * KB],
  ['the list', async () => '/catalogue', 6, 130 * KB],
  ['what a search finds', async () => '/catalogue?q=brake+pad', 6, 130 * KB],
  // 0.5 kB beyond what the others keep to: its own file, and what it shares with the order form. A word that another page is on its
  // way (`under-way.ts`) is a tenth of a kB of it, and takes the place of a spinner that took the page away.
  ['a part', partPath, 6, 130.65 * KB],
];

it.each(['/dashboard', '/dashboard/garage', '/dashboard/myorder', '/dashboard/auditLog'])(
  '%s waits for two style sheets: that of every page, and that of all pages behind sign-in',
  async (path) => {
    const html = (await fetched(path)).toString();
    const sheets = hrefs(html, /<link rel="stylesheet" href="([^"]+)"/g);
    expect(sheets).toEqual([expect.stringContaining('/shop-'), expect.stringContaining('/inside-')]);
  },
);

it.each(PAGES)('%s', async (_name, path) => {
  const html = (await fetched(await path())).toString();

  // Before the first paint: one style sheet, all typefaces, no script but what stands in the page.
  const sheets = hrefs(html, /<link rel="stylesheet" href="([^"]+)"/g);
  expect(sheets).toHaveLength(1);
  const typefaces = hrefs(html, /<link rel="preload" as="font"[^>]* href="([^"]+)"/g);
  expect(typefaces).toHaveLength(5);
  expect(sum((await Promise.all(typefaces.map(fetched))).map(({ length }) => length))).toBeLessThan(
    FIRST_TYPEFACES_LIMIT_BYTES,
  );
  expect(html).not.toContain('<link rel="modulepreload"');
  const fetchedScripts = [...html.matchAll(/<script\b([^>]*\bsrc=[^>]*)>/g)].map(
    ([, attributes]) => attributes,
  );
  expect(fetchedScripts).toEqual([expect.stringContaining('type="text/x-after-paint"')]);
  // The picture of the first screen, and no other, is fetched as soon as the head has come.
  expect(html.match(/<img[^>]*fetchpriority="high"/gi)?.length).toBe(1);
  const [, firstPicture] =
    /<source type="image\/avif" srcset="([^"]+)"[^>]*>\s*<img[^>]*fetchpriority="high"/i.exec(html) ?? [];
  expect(firstPicture).toBeDefined();
  const [head = ''] = html.split('</head>');
  expect(hrefs(head, /<link rel="preload" as="image"[^>]* imagesrcset="([^"]+)"/gi)).toEqual([firstPicture]);
  expect(gzipSync(markupOf(html)).length + sum(await Promise.all(sheets.map(gzipped)))).toBeLessThan(
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

it.each([
  ['/', ['shop', 'parts,6', 'reviews,newest,6', 'catalogue,kinds']],
  ['/catalogue', ['shop', 'search,{}']],
  ['/catalogue?brand=gripstane', ['shop', 'search,{"brand":"gripstane"}']],
])('%s brings the answers that it shows, and none that grows with the shop', async (path, keys) => {
  const html = (await fetched(path)).toString();
  const [, json = ''] = /<script type="application\/json" id="answers">(.*?)<\/script>/.exec(html) ?? [];
  const answers: [readonly unknown[], unknown][] = JSON.parse(json);
  const nameOf = (word: unknown) => (typeof word === 'object' ? JSON.stringify(word) : String(word));
  expect(answers.map(([key]) => key.map(nameOf).join()).sort()).toEqual(keys.toSorted());
});

it.each(PAGES)('%s fits into the first packets', async (_name, path) => {
  const browser = await openBrowser();
  try {
    // What is asked for again and again becomes as small as can be.
    await vi.waitFor(async () => {
      const page = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false });
      const { sent } = await watchWire(page);
      await page.goto(await path());
      await page.context().close();
      const [answer] = sent();
      expect(answer?.kind).toBe('Document');
      expect(answer?.bodyBytes).toBeGreaterThan(0);
      expect(answer && wholeBytes(answer)).toBeLessThan(FIRST_FLIGHT_BYTES);
    }, 20_000);
  } finally {
    await browser.close();
  }
});

describe('in a browser that has nothing of the shop, where nobody touches anything', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  async function open(path: string, before = '') {
    const page = await openPage(browser, { viewport: PHONE });
    await page.addInitScript(before);
    const wire = await watchWire(page);
    await page.goto(path);
    await page.waitForSelector('html[data-alive]');
    await wire.untilQuiet();
    return { page, ...wire };
  }

  it.each(PAGES)(
    '%s is so many requests and bytes on the wire',
    async (_name, path, scripts, scriptLimitBytes) => {
      const { page, sent } = await open(await path());
      await page.context().close();
      const files = sent().filter(isNoPicture);
      expect(countsOf(files)).toEqual({ Document: 1, Stylesheet: 1, Font: 5, Script: scripts });
      expect(sum(files.map(wholeBytes))).toBeLessThan(SENT_LIMIT_BYTES);
      const script = files.filter(isScript);
      expect(sum(script.map(({ bodyBytes }) => bodyBytes))).toBeLessThan(scriptLimitBytes);
      const sizes = await Promise.all(script.map((file) => gzipped(file.path)));
      expect(Math.max(...sizes)).toBeLessThan(ENTRY_LIMIT_BYTES);
      expect(sum(sizes)).toBeLessThan(SCRIPT_LIMIT_BYTES);
      expect(page.complaints).toEqual([]);
    },
  );

  it('home asks for no more script when its slides turn by themselves', async () => {
    // Ten times as often as for readers, so that nobody waits here.
    const { page, sent, untilQuiet } = await open(
      '/',
      'const every = setInterval; setInterval = (then, ms, ...rest) => every(then, ms / 10, ...rest)',
    );
    await page.locator('[aria-roledescription="carousel"] li:nth-child(2) [aria-current]').waitFor();
    await untilQuiet();
    const named = await page.evaluate<string>(
      "(({ src, dataset }) => new URL(src).pathname + ' ' + dataset.with)(document.querySelector('script[data-with]'))",
    );
    await page.context().close();
    const script = sent().filter(isScript);
    expect(script.map(({ path }) => path).sort()).toEqual(named.split(' ').sort());
  });
});

/** Keeps the names of formats that are made, with `new` or without. */
const NOTE_FORMATS = `
  window.formatsMade = [];
  for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat', 'PluralRules', 'Collator'])
    Intl[name] = new Proxy(Intl[name], {
      construct: (made, args) => (formatsMade.push(name), Reflect.construct(made, args)),
      apply: (made, self, args) => (formatsMade.push(name), Reflect.apply(made, self, args)),
    });`;

it.each(PAGES)(
  '%s comes alive without a format of the browser’s own, which takes long to make',
  async (_name, path) => {
    const browser = await openBrowser();
    try {
      const page = await openPage(browser, { viewport: PHONE });
      await page.addInitScript(NOTE_FORMATS);
      await page.goto(await path());
      await page.waitForSelector('html[data-alive]');
      // The page's own part comes alive after its frame.
      await expect.poll(() => areLinksAlive(page)).toBe(true);
      expect(await page.evaluate('formatsMade')).toEqual([]);
      expect(page.complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

it('no other picture is asked for before the one that makes the first screen has come; without script all are', async () => {
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, { viewport: PHONE });
    // However slow this machine is, what a page does after 3 s without its first picture is not looked at here.
    await page.addInitScript(
      'const wait = setTimeout; setTimeout = (then, ms, ...rest) => (ms === 3000 ? 0 : wait(then, ms, ...rest))',
    );
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'image') asked.push(new URL(request.url()).pathname);
    });
    const first = Promise.withResolvers<void>();
    await page.route('/pictures/**', async (route) => {
      if (asked.length === 1) await first.promise;
      await route.continue();
    });
    const come = page.goto('/catalogue');
    await page.waitForLoadState('domcontentloaded');
    await page.locator('h1').waitFor();
    await page.evaluate('new Promise((then) => setTimeout(then, 300))');
    expect(asked).toHaveLength(1);
    first.resolve();
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(4), 20_000);
    await come;
    expect(page.complaints).toEqual([]);

    const plain = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false });
    await plain.goto('/catalogue');
    const second = plain.locator('main li:has(h2) img').nth(1);
    expect(await second.isVisible()).toBe(true);
  } finally {
    await browser.close();
  }
});

describe('pictures that nobody sees before they scroll or turn something', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  /** The pictures that a phone asks for, while the page's script is held back until `comeAlive`. */
  async function open(path: string) {
    const page = await openPage(browser, { viewport: PHONE });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/pictures/')) asked.push(pathname);
    });
    const script = Promise.withResolvers<void>();
    const entry = Promise.withResolvers<void>();
    await page.route('/assets/index-*.js', async (route) => {
      entry.resolve();
      await script.promise;
      await route.continue();
    });
    const come = page.goto(path);
    await entry.promise;
    const settled = async () => {
      await page.evaluate('new Promise((then) => setTimeout(then, 500))');
      return asked.length;
    };
    const comeAlive = async () => {
      script.resolve();
      await come;
    };
    return { page, asked, settled, comeAlive };
  }

  it('come behind the page’s script: of a list below its first lines, of home on slides that have not been turned to', async () => {
    const list = await open('/catalogue');
    // Some may have the same one, or none.
    expect(await list.settled()).toBeLessThanOrEqual(6);
    expect(list.asked.length).toBeGreaterThan(1);
    await list.comeAlive();
    await expect.poll(() => list.asked.length).toBeGreaterThan(6);

    const home = await open('/');
    await home.settled();
    // Of a type that none of the first parts has, whichever of them others have bought up.
    const truck = expect.stringContaining('leaf-spring');
    expect(home.asked).toContainEqual(expect.stringContaining('oil-filter'));
    expect(home.asked).not.toContainEqual(truck);
    await home.comeAlive();
    await expect.poll(() => home.asked).toContainEqual(truck);
  });

  it('come at the first touch, also where the script does not', async () => {
    const { page, asked, settled, comeAlive } = await open('/catalogue');
    expect(await settled()).toBeLessThanOrEqual(6);
    await page.mouse.move(5, 400);
    await page.mouse.down();
    await expect.poll(() => asked.length).toBeGreaterThan(6);
    await comeAlive();
  });
});

/** How far things moved, and what they say. */
const SHIFTS = `new Promise((resolve) => {
  const shifts = [];
  const observer = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, ...sources.map(({ node }) => node?.textContent?.slice(0, 40))]);
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  document.fonts.ready.then(() => setTimeout(() => resolve(shifts), 200));
})`;

/** Stand-ins borrow the letters of one of these. */
const HAS_STAND_INS = `Promise.any(
  ['Arial', 'Liberation Sans', 'Helvetica'].map((name) => new FontFace('lent', 'local("' + name + '")').load()),
).then(() => true, () => false)`;

it('nothing moves when typefaces come late', async ({ skip }) => {
  const browser = await openBrowser();
  try {
    const blank = await browser.newPage();
    skip(!(await blank.evaluate<boolean>(HAS_STAND_INS)), 'This machine has no letters as wide as Arial’s');
    for (const [name, path] of PAGES) {
      const page = await openPage(browser, { viewport: PHONE });
      const painted = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await painted.promise;
        await route.continue();
      });
      await page.goto(await path(), { waitUntil: 'domcontentloaded' });
      expect(await page.evaluate('document.fonts.status'), name).toBe('loading');
      painted.resolve();
      expect(await page.evaluate(SHIFTS), name).toEqual([]);
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
});
