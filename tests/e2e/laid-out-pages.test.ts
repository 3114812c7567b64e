/** Pages of the catalogue that are laid out before somebody opens them, and those that stay when somebody goes on. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, PHONE, type WatchedPage } from './browser.ts';
import { partsLaidOut, top } from './laid-out.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('the next page is laid out beside while somebody points at it; nobody meets it before it is opened', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const names = page.locator('#found li h2');
  const seen = names.filter({ visible: true });
  const firstNames = await seen.allInnerTexts();
  const next = page.getByRole('link', { name: 'Next page' });
  await next.focus();
  await expect.poll(() => names.count()).toBeGreaterThan(firstNames.length);
  expect(await seen.allInnerTexts()).toEqual(firstNames);
  // One step of the keyboard is at the foot of the page, not in the list that is beside.
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.closest("footer") !== null')).toBe(true);
  await next.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('cursor'));
  await expect.poll(async () => (await seen.allInnerTexts())[0]).not.toBe(firstNames[0]);
  // What stands below the first screen comes a moment after it.
  await expect.poll(() => seen.count()).toBe(firstNames.length);
  expect(await next.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.goBack();
  await expect.poll(() => seen.allInnerTexts()).toEqual(firstNames);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a part is laid out beside the list while somebody points at it, and counts as looked at when it is opened', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const [, , first, second] = await page.locator('#found li h2 a').all();
  if (first === undefined || second === undefined) throw new Error('The list is too short');
  const shelf = () => page.evaluate<string | null>('localStorage.getItem("mainshaft.recentParts")');
  await first.hover();
  await expect.poll(() => partsLaidOut(page).count()).toBe(1);
  expect(await page.getByRole('complementary', { name: 'Order this part' }).count()).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await shelf()).toBeNull();

  // The list itself stays as it is: this mark would go with it.
  await page.locator('#found').evaluate((list) => list.setAttribute('data-marked', ''));
  await second.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  const left = 300;
  await expect.poll(() => top(page)).toBe(left);
  const [firstName, name] = [await first.innerText(), await second.innerText()];
  await second.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await top(page)).toBe(0);
  await expect.poll(shelf).toContain(name);
  expect(await shelf()).not.toContain(firstName);
  await page.goBack();
  await page.locator('#found[data-marked]').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await expect.poll(() => top(page)).toBe(left);

  // Who goes by keyboard comes back to the link they left by.
  await first.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: firstName }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
  await page.goBack();
  await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('what stands beside a part of the list is asked for along with it, and once', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname.split('/').at(-1) ?? '');
  });
  const link = page.locator('#found li h2 a').nth(2);
  const address = (await link.getAttribute('href')) ?? '';
  const number = address.split('/').at(-1) ?? '';
  const held = Promise.withResolvers<void>();
  await page.route(`**/api${address}*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await link.hover();
  await expect.poll(() => asked.toSorted()).toEqual([number, 'fitments', 'rating', 'related'].toSorted());
  held.resolve();
  await expect.poll(() => partsLaidOut(page).count()).toBe(1);
  await link.click();
  await page.getByRole('region', { name: 'Reviews' }).waitFor();
  expect(asked.filter((name) => name !== 'review')).toHaveLength(4);
  await page.context().close();
});

it('the next page is laid out beside when the end of this one is seen', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.mouse.move(5, 5);
  const names = page.locator('#found li h2');
  const known = await names.count();
  await page.mouse.wheel(0, 3_000);
  await expect.poll(() => names.count()).toBeGreaterThan(known);
  expect(await names.filter({ visible: true }).count()).toBe(known);
  // A part that is pointed at then is laid out as well.
  await names.nth(known - 2).hover();
  await expect.poll(() => partsLaidOut(page).count()).toBe(1);
  expect(await names.count()).toBeGreaterThan(known);
  await page.context().close();
});

/** A list whose first part was open before, and is kept beside it. The page's clock can be put forward. */
async function openListAfterItsPart() {
  const page = await openPage(browser);
  await page.clock.install();
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const link = page.locator('#found li h2 a').first();
  const name = await link.innerText();
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.goBack();
  await link.waitFor();
  return { page, link, name, address };
}

it('a part that was open before is asked for again when that is long ago, and does not stay when it is gone', async () => {
  const { page, link, name, address } = await openListAfterItsPart();
  await page.route(`**/api${address}*`, (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'There is no such part', status: 404, code: 'NOT_FOUND' },
    }),
  );
  await page.clock.fastForward('06:00');
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'No page at this address' }).waitFor();
  expect(await page.getByRole('heading', { level: 1, name }).count()).toBe(0);
  await page.context().close();
});

it('a part that was open before stays while the shop is out of reach', async () => {
  const { page, name, address } = await openListAfterItsPart();
  let tries = 0;
  await page.route(`**/api${address}*`, (route) => {
    tries += 1;
    return route.abort();
  });
  await page.clock.fastForward('06:00');
  await page.goForward();
  await expect
    .poll(async () => {
      await page.clock.fastForward(4_000);
      return tries;
    })
    .toBe(4);
  await page.clock.fastForward(4_000);
  expect(await page.getByRole('heading', { level: 1, name }).count()).toBe(1);
  await page.context().close();
});

it('what stands beside a part is asked for again, too, when that is long ago', async () => {
  const { page, address } = await openListAfterItsPart();
  const { _id: id } = (await (await page.request.get(`/api${address}`)).json()) as { _id: string };
  // By its own address, so that no list here has it.
  await page.goto(address, { waitUntil: 'networkidle' });
  const other = page.locator('main section a[href^="/catalogue/"]').first();
  const otherAddress = await other.getAttribute('href');
  const title = await page.title();
  await other.click();
  // Its page may be there as soon as it is pointed at: only its address and title say that the first one is left.
  await page.waitForURL((url) => url.pathname === otherAddress);
  // Who goes back before it is shown has never left the first one.
  await expect.poll(() => page.title()).not.toBe(title);
  await expect.poll(() => partsLaidOut(page).count()).toBe(2);
  // And who goes back before the router has followed, behind a frame of the page's own clock, has not either.
  await page.clock.runFor(1_000);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (`${pathname}${search}`.includes(id)) asked.push(pathname.split('/').at(-1) ?? '');
  });
  await page.clock.fastForward('06:00');
  await page.goBack();
  await expect
    .poll(async () => {
      // The router goes there behind a frame, which is a matter of the page's own clock.
      await page.clock.runFor(100);
      return asked.toSorted();
    })
    .toEqual(['fitments', 'rating', 'related', 'review']);
  await page.context().close();
});

it('the way back to a later page of a list leads to its place at once, however long another list was read', async () => {
  const page = await openPage(browser);
  await page.clock.install();
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL((url) => url.searchParams.has('cursor'));
  await page.getByRole('link', { name: 'First page' }).waitFor();
  await page.mouse.wheel(0, 400);
  await expect.poll(() => top(page)).toBe(400);
  await page.evaluate(`document.querySelector('aside a[href*="inStock"]').click()`);
  await page.waitForURL((url) => url.searchParams.has('inStock'));
  await page.getByRole('heading', { level: 1, name: /found/ }).waitFor();
  await page.clock.fastForward('06:00');
  await page.clock.runFor(1_000);
  // Nothing comes from the shop any more.
  await page.route('**/api/**', (route) => route.abort());
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.has('cursor'));
  await page.clock.runFor(1_000);
  await expect.poll(() => page.getByRole('link', { name: 'First page' }).count()).toBe(1);
  await expect.poll(() => top(page)).toBe(400);
  await page.context().close();
});

it('who goes by keyboard begins at the beginning of a page that was kept', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const link = page.locator('#found li h2 a').nth(3);
  const name = await link.innerText();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' }).filter({ visible: true });
  await trail.getByRole('link', { name: 'Catalogue', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /parts/ }).waitFor();
  await page.keyboard.press('Tab');
  const first = trail.getByRole('link').first();
  await expect.poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await top(page)).toBe(0);
  await page.context().close();
});

/** In the frame after an event: where the page stands, and how much of a list it lacks on the screen and beyond that. */
const linesInFrameAfter = (page: WatchedPage, event: 'click' | 'popstate', deed: string) =>
  page.evaluate<{ top: number; height: number; missing: number; leftOut: number }>(`new Promise((resolve) => {
    const look = () => {
      const isOnScreen = (line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      };
      const isLeftOut = (line) => getComputedStyle(line).contentVisibility === 'hidden';
      const lines = [...document.querySelectorAll('#found li, aside[aria-label="Filters"] section')]
        .filter((line) => line.closest('[data-aside]') === null && line.parentElement.checkVisibility());
      const seen = lines.filter(isOnScreen);
      const leftOut = lines.filter(isLeftOut).length;
      const missing = new Set(seen.filter(isLeftOut));
      const stands = { top: scrollY, height: document.documentElement.scrollHeight };
      const { port1, port2 } = new MessageChannel();
      // The frame has been painted when the next task runs.
      port1.onmessage = () => {
        for (const line of seen) {
          if (!line.firstElementChild.checkVisibility({ contentVisibilityAuto: true })) missing.add(line);
        }
        resolve({ ...stands, missing: missing.size, leftOut: leftOut - missing.size });
      };
      port2.postMessage(undefined);
    };
    // Sizes are told when all that asked for the frame has been heard.
    const behindAll = new ResizeObserver(() => {
      behindAll.disconnect();
      look();
    });
    addEventListener('${event}', () => requestAnimationFrame(() => behindAll.observe(document.body)), { once: true });
    ${deed};
  })`);
const height = (page: WatchedPage) => page.evaluate<number>('document.documentElement.scrollHeight');
const linesLeftOut = (page: WatchedPage, lines: string) =>
  page.evaluate<number>(
    `[...document.querySelectorAll('${lines}')].filter((line) => getComputedStyle(line).contentVisibility === 'hidden').length`,
  );
/** A list's own, whether it is shown or laid aside; and those of the next page, laid out beside them. */
const OWN_LINES = '#found > div > :not([data-aside]) li';
const NEXT_LINES = '#found [data-aside] li';

it.each([
  ['on a desk', {}],
  ['on a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
])(
  'the way back to the middle of a list draws all that is on the screen first, the rest behind that, %s',
  async (_name, options) => {
    const page = await openPage(browser, options);
    await page.goto('/catalogue', { waitUntil: 'networkidle' });
    const link = page.locator('#found li h2 a').nth(19);
    await link.scrollIntoViewIfNeeded();
    const name = await link.innerText();
    await link.hover();
    const stood = { top: await top(page), height: await height(page) };
    await link.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => page.title()).toContain(name);
    await expect.poll(() => linesLeftOut(page, OWN_LINES)).toBeGreaterThan(2);
    // What is folded away, as filters are on a phone, is let alone: it was never drawn.
    const foldedLeftOut = linesLeftOut(page, '[data-folds]:has(aside) section');
    expect((await foldedLeftOut) > 0).toBe(!('hasTouch' in options));
    const { leftOut, ...frame } = await linesInFrameAfter(page, 'popstate', 'history.back()');
    expect(frame).toEqual({ ...stood, missing: 0 });
    expect(leftOut).toBeGreaterThan(2);
    await expect.poll(() => linesLeftOut(page, OWN_LINES)).toBe(0);
    expect({ top: await top(page), height: await height(page) }).toEqual(stood);
    await page.context().close();
  },
);

it('the next page of a list, which nobody has seen, draws what is on a phone first, the rest behind that', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const parts = page.locator('#found li h2 a').filter({ visible: true });
  const all = await parts.count();
  await page.getByRole('link', { name: 'Next page' }).scrollIntoViewIfNeeded();
  await expect.poll(() => linesLeftOut(page, NEXT_LINES)).toBeGreaterThan(0);
  const { leftOut, ...frame } = await linesInFrameAfter(
    page,
    'click',
    "document.querySelector('#found a[rel=next]').click()",
  );
  expect(frame).toMatchObject({ top: 0, missing: 0 });
  expect(leftOut).toBeGreaterThan(0);
  await page.waitForURL(/cursor=/);
  await expect.poll(() => parts.count()).toBe(all);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it.each([
  [
    'longer than the one that is shown',
    '/catalogue?brand=bosch',
    '[aria-label="Narrowed to"] a[href="/catalogue"]',
  ],
  ['behind it in the page', '/catalogue', 'aside a[href*="brand="]'],
])(
  'the list that a link leads to is drawn while that is pressed, in its place, and seen when it is opened: %s',
  async (_, from, leadsOn) => {
    const page = await openPage(browser);
    await page.goto(from, { waitUntil: 'networkidle' });
    const link = page.locator(leadsOn).first();
    const to = new URL((await link.getAttribute('href')) ?? '', page.url()).search;
    const drawn = page.locator('#found [data-drawn]');
    const stands = () =>
      page.evaluate<object>(`({
        height: document.documentElement.scrollHeight,
        isFound: document.elementFromPoint(700, 450).closest('li') !== null,
        isAside: document.elementFromPoint(700, 450).closest('[data-aside]') !== null,
      })`);
    await link.hover();
    await expect.poll(() => page.locator('#found [data-aside] li').count()).toBeGreaterThan(1);
    await page.waitForTimeout(100);
    const before = await stands();
    expect(before).toMatchObject({ isFound: true, isAside: false });
    const place = await page
      .locator('#found [data-aside]')
      .locator('xpath=../div[not(@data-aside)]')
      .boundingBox();

    await page.mouse.down();
    expect(await drawn.count()).toBe(1);
    expect(await drawn.evaluate((list) => getComputedStyle(list).opacity)).toBe('0');
    expect(await drawn.boundingBox()).toMatchObject({ x: place?.x, y: place?.y, width: place?.width });
    expect(await stands()).toEqual(before);
    await page.mouse.move(640, 10);
    await page.mouse.up();
    await expect.poll(() => drawn.count()).toBe(0);
    expect(new URL(page.url()).search).toBe(new URL(from, page.url()).search);

    // Such a press opens it elsewhere.
    await link.hover();
    await page.keyboard.down('Shift');
    await page.mouse.down();
    expect(await drawn.count()).toBe(0);
    await page.mouse.move(640, 10);
    await page.mouse.up();
    await page.keyboard.up('Shift');

    await link.hover();
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL((url) => url.search === to);
    // Else the list that is pressed next would lie over this one.
    await expect.poll(() => drawn.evaluate((list) => getComputedStyle(list).zIndex)).toBe('auto');
    expect(await drawn.count()).toBe(1);
    expect(await drawn.evaluate((list) => getComputedStyle(list).opacity)).toBe('1');
    await page.goBack();
    await expect.poll(() => drawn.count()).toBe(0);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  },
);

it('what a finger lets go of stays drawn until the click has come, which browsers send a frame later', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const link = page.locator('aside a[href*="brand="]').first();
  await link.hover();
  await expect.poll(() => page.locator('#found [data-aside] li').count()).toBeGreaterThan(1);
  const touch = (ways: readonly string[], waitMs: number) =>
    link.evaluate(
      async (pressed, { ways, waitMs }) => {
        for (const way of ways)
          pressed.dispatchEvent(new PointerEvent(way, { bubbles: true, pointerType: 'touch' }));
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        await (waitMs === 0 ? frame().then(frame) : new Promise((resolve) => setTimeout(resolve, waitMs)));
        return document.querySelectorAll('#found [data-drawn="below"]').length;
      },
      { ways, waitMs },
    );
  expect(await touch(['pointerdown', 'pointerup'], 0)).toBe(1);
  // Of the press before nothing is left that would end this one, however long it lasts.
  expect(await touch(['pointerdown', 'pointerup', 'pointerdown'], 300)).toBe(1);
  // Where no click follows, there is nothing to wait for.
  expect(await touch(['pointercancel'], 0)).toBe(0);
  expect(await touch(['pointerdown', 'pointerup'], 0)).toBe(1);
  await expect.poll(() => page.locator('#found [data-drawn]').count()).toBe(0);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a press on the page of a part draws nothing of the lists, which are laid aside as a whole', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.locator('aside a[href*="brand="]').first().click();
  await page.waitForURL(/brand=/);
  // The other list is laid aside when this one is there.
  await page.locator('#found [data-aside] li').nth(1).waitFor({ state: 'attached' });
  const part = page.locator('#found li h2 a').filter({ visible: true }).first();
  await part.hover();
  await expect.poll(() => partsLaidOut(page).count()).toBe(1);
  await part.click();
  await page.waitForURL(/catalogue\/./);
  // There are two lists, one in the place of the other, and neither is on the screen.
  const all = page.locator('header a[href="/catalogue"]').first();
  await all.hover();
  await expect.poll(() => page.locator('[data-aside] [data-aside] li').count()).toBeGreaterThan(1);
  await page.mouse.down();
  expect(await page.locator('[data-drawn="below"]').count()).toBe(0);
  await page.mouse.up();
  await page.waitForURL((url) => url.pathname === '/catalogue' && url.search === '');
  await expect.poll(() => page.locator('#found li').filter({ visible: true }).count()).toBeGreaterThan(1);
  expect(await page.locator('[data-aside] [data-aside][data-drawn]').count()).toBe(0);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('what a list leaves to be laid out later is laid out for good when somebody leaves it', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const lastLine = () =>
    page
      .locator('#found li')
      .last()
      .evaluate((line) => getComputedStyle(line).contentVisibility);
  expect(await lastLine()).toBe('auto');
  const link = page.locator('#found li h2 a').first();
  const name = await link.innerText();
  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => linesLeftOut(page, OWN_LINES)).toBeGreaterThan(2);
  await page.goBack();
  await link.waitFor();
  await expect.poll(lastLine).toBe('visible');
  await page.context().close();
});

it('a list that is shown at its top lacks nothing there, though it was left further down', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const link = page.locator('#found li h2 a').filter({ visible: true }).last();
  await link.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2_000);
  await expect.poll(() => top(page)).toBeGreaterThan(400);
  const name = await link.innerText();
  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => page.title()).toContain(name);
  await expect.poll(() => linesLeftOut(page, OWN_LINES)).toBeGreaterThan(2);
  const frame = await linesInFrameAfter(
    page,
    'click',
    `document.querySelector('header a[href="/catalogue"]').click()`,
  );
  expect(frame).toMatchObject({ top: 0, missing: 0 });
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('who comes back finds the focus where it was, though it had been scrolled off the screen', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const link = page.locator('#found li h2 a').first();
  const name = await link.innerText();
  await link.focus();
  await page.mouse.wheel(0, 3_000);
  await expect.poll(() => top(page)).toBeGreaterThan(400);
  await link.evaluate((one: HTMLElement) => one.click());
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => linesLeftOut(page, OWN_LINES)).toBeGreaterThan(2);
  await page.goBack();
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.context().close();
});

it('what a finger comes down on is asked for at once', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const [first, second] = await page.locator('#found li h2 a').all();
  // The script of parts comes with the first touch.
  await first?.focus();
  await expect.poll(() => partsLaidOut(page).count()).toBe(1);
  // Only microtasks are between.
  const asked = await second?.evaluate(async (link) => {
    const { fetch } = window;
    const asked: string[] = [];
    window.fetch = (input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : input, location.href).pathname);
      return fetch(input, init);
    };
    link.dispatchEvent(new TouchEvent('touchstart', { bubbles: true }));
    for (let task = 0; task < 200; task += 1) await undefined;
    window.fetch = fetch;
    return asked;
  });
  expect(asked).toContain(`/api${await second?.getAttribute('href')}`);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('what a finger comes down on is laid out without waiting for a frame, which may come after the finger has gone', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.evaluate('window.requestAnimationFrame = () => 0');
  await page.locator('#found li h2 a').first().dispatchEvent('touchstart');
  await expect.poll(() => partsLaidOut(page).count()).toBe(1);
  const laidOut = page.locator('[data-aside][data-laid-out]').filter({ has: partsLaidOut(page) });
  await expect.poll(() => laidOut.count()).toBe(1);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it.each([
  { name: 'a phone', screen: { viewport: PHONE, hasTouch: true }, quantities: 0 },
  { name: 'a desk', screen: {}, quantities: 1 },
])(
  'a part that is laid out beside the list has no more than its first screen on $name, and the rest when it is opened',
  async ({ screen, quantities }) => {
    const page = await openPage(browser, screen);
    await page.goto('/catalogue', { waitUntil: 'networkidle' });
    const link = page.locator('#found li h2 a').first();
    await link.focus();
    await expect.poll(() => partsLaidOut(page).count()).toBe(1);
    const quantity = partsLaidOut(page).locator('input[type=number], input[inputmode=numeric]');
    expect(await quantity.count()).toBe(quantities);
    await link.click();
    await expect.poll(() => quantity.filter({ visible: true }).count()).toBe(1);
    await page.getByRole('region', { name: 'Reviews' }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  },
);
