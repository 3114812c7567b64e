/** A real browser, and people in it. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, vi } from 'vitest';
import { theShop } from './the-shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of the run listens. */
    browserAddress: string;
  }
}

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** The browser of the run. What is opened in it goes when it is closed here; the browser itself stays. */
export const openBrowser = (): Promise<Browser> => chromium.connect(inject('browserAddress'));

export type WatchedPage = Page & {
  /** Errors and warnings of the console, and exceptions, that nobody expected. */
  readonly complaints: string[];
};

/**
 * A page of a new person, who has no cookies and no tokens, in this worker's shop or that of `baseURL`. What the browser complains of
 * is kept.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const baseURL = options.baseURL ?? theShop().url;
  const context = await browser.newContext({ viewport: DESKTOP, ...options, baseURL });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser itself notes every answer of 400 and above; which of them are right is for the test to say.
    if (message.text().startsWith('Failed to load resource')) return;
    complaints.push(message.text());
  });
  if (options.javaScriptEnabled !== false) {
    const goto = page.goto.bind(page);
    page.goto = async (...args) => {
      const answer = await goto(...args);
      await untilAlive(page);
      // A phone has no pointer. That of a browser without windows rests in the corner, where links come by.
      if (options.hasTouch === true) await page.mouse.move(-10, -10);
      return answer;
    };
  }
  return Object.assign(page, { complaints });
}

/** Whether React has taken over all links of the page's own part: it marks each element that it has. */
export const areLinksAlive = (page: Page): Promise<boolean> =>
  page
    .locator('main a')
    .evaluateAll((links) =>
      links.every((link) => Object.keys(link).some((key) => key.startsWith('__reactFiber'))),
    );

/**
 * Pages come alive after their first paint, by and by, the page's own part behind its frame; whoever wants what needs script waits
 * for it, but not for ever.
 */
async function untilAlive(page: Page): Promise<void> {
  const frame = page.locator('html[data-alive], html:not(:has(script[data-with]))');
  const isAlive = async () => {
    await frame.waitFor({ state: 'attached', timeout: 8_000 });
    await vi.waitUntil(() => areLinksAlive(page), { timeout: 8_000 });
  };
  // Some tests hold the script back.
  await isAlive().catch(() => undefined);
}

/** Signs in through the form and waits to be there. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.locator('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}
