/** What public pages may weigh, and what they may wait for before they are painted. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { markupOf } from '../../bench/browser/markup.ts';
import { areLinksAlive, openBrowser, openPage, PHONE } from './browser.ts';
import { theShop } from './the-shop.ts';

const KB = 1000;
/** Script of every page; with it, the page’s own. */
const ENTRY_LIMIT_BYTES = 130 * KB;
const SCRIPT_LIMIT_BYTES = 150 * KB;
const MARKUP_AND_STYLE_LIMIT_BYTES = 30 * KB;
const FIRST_TYPEFACES_LIMIT_BYTES = 40 * KB;
/** What a server may send on a new connection before it has to wait for an answer: ten packets. */
const FIRST_FLIGHT_BYTES = 14_600;
/** What other tests bring into lists meanwhile: parts, brands, longer names. */
const BROUGHT_BYTES = 1 * KB;

const fetched = async (path: string) =>
  Buffer.from(await (await fetch(new URL(path, theShop().url))).arrayBuffer());
/** A whole answer as it goes over the wire to a browser, its head included. */
const sent = (path: string) =>
  new Promise<Buffer>((resolve, reject) => {
    const socket = connect(Number(new URL(theShop().url).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject).on('close', () => resolve(Buffer.concat(chunks)));
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip, br\r\nconnection: close\r\n\r\n`,
    );
  });
const gzipped = async (path: string) => gzipSync(await fetched(path), { level: 9 }).length;
const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
const hrefs = (html: string, tag: RegExp) => [...html.matchAll(tag)].map(([, href = '']) => href);

async function partPath(): Promise<string> {
  const list = (await fetched('/catalogue')).toString();
  return /<main[\s\S]*?href="(\/catalogue\/[a-z0-9-]+\/[a-z0-9]+)"/.exec(list)?.[1] ?? '';
}

const PAGES: readonly [string, () => Promise<string>][] = [
  ['home', async () => '/'],
  ['the list', async () => '/catalogue'],
  ['what a search finds', async () => '/catalogue?q=brake+pad'],
  ['a part', partPath],
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

it.each(PAGES)('%s fits into the first packets', async (_name, path) => {
  // What is asked for again and again becomes as small as can be.
  await vi.waitFor(async () => {
    const answer = await sent(await path());
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-encoding: br/);
    expect(answer.length).toBeLessThan(FIRST_FLIGHT_BYTES + BROUGHT_BYTES);
  }, 20_000);
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
    const truck = expect.stringContaining('air-spring');
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
