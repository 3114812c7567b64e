/** What the shop does about time: notices that come and go, scripts that do not come, answers that fail. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, signIn } from '../browser.ts';
import { ADMIN } from '../running-shop.ts';
import { openBuyer, placeOrder, styleOf } from './people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('a notice', () => {
  /** Has one made: a profile that is there already. */
  async function openNotice(page: Page) {
    await page.goto('/dashboard/profile');
    await page.getByLabel('Location/City').waitFor();
    await page.locator('main').getByRole('button', { name: 'Submit' }).click();
    const notice = page.locator('.Toastify__toast').first();
    await notice.waitFor();
    return notice;
  }

  it('stands at the top right for 5000 ms and then goes by itself', async () => {
    const { page } = await openBuyer(browser, 'waiting-notice');
    const notice = await openNotice(page);
    const since = Date.now();
    expect(await page.locator('.Toastify__toast-container--top-right').count()).toBe(1);
    const box = await notice.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1280 - 40);
    expect(box?.y).toBeLessThan(120);
    expect(await styleOf(page.locator('.Toastify__progress-bar').first(), 'animationDuration')).toBe('5s');
    await notice.waitFor({ state: 'detached', timeout: 15_000 });
    const shownMs = Date.now() - since;
    expect(shownMs).toBeGreaterThan(2_000);
    // A busy machine sees it late, coming and going; the time of the bar, above, is exact.
    expect(shownMs).toBeLessThan(12_000);
    await page.context().close();
  });

  it('is dragged away from 80 percent of its width on, and comes back before', async () => {
    const { page } = await openBuyer(browser, 'waiting-drag');
    const notice = await openNotice(page);
    const drag = async (share: number) => {
      const box = await notice.boundingBox();
      if (box === null) throw new Error('no notice');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - (box.width * share) / 2, y);
      await page.mouse.move(x - box.width * share, y);
      await page.mouse.up();
    };
    await drag(0.7);
    await page.waitForTimeout(600);
    expect(await notice.isVisible()).toBe(true);
    await drag(0.9);
    await notice.waitFor({ state: 'detached', timeout: 3_500 });
    await page.context().close();
  });
});

describe('a script that loads on demand', () => {
  it('may take 120 seconds; then another try is offered, and nothing that was typed is lost', async () => {
    const page = await openPage(browser);
    await signIn(page, ADMIN);
    await page.clock.install();
    const held = Promise.withResolvers<void>();
    await page.route('**/*dialog-window*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/dashboard/allUsers');
    const search = page.getByLabel('Find a user');
    await search.fill('buyer@');
    await page.getByRole('button', { name: /^Remove User : buyer@/ }).click();
    await page.clock.runFor(110_000);
    expect(await page.getByText('It took too long to load').count()).toBe(0);
    await page.clock.runFor(11_000);
    await page.getByText('It took too long to load').first().waitFor();
    expect(await search.inputValue()).toBe('buyer@');
    held.resolve();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
    expect(await search.inputValue()).toBe('buyer@');
    await page.context().close();
  });

  it('that fails offers another try in the place where it is missing', async () => {
    const page = await openPage(browser);
    await signIn(page, ADMIN);
    await page.route(/dialog-window.*\.js/, (route) => route.abort());
    await page.goto('/dashboard/manageProduct');
    const search = page.getByLabel('Find a product');
    await search.fill('brake');
    await page.waitForURL(/find=brake/);
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page.getByText('It could not be loaded').first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await search.inputValue()).toBe('brake');
    await page.unrouteAll();
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
    await page.context().close();
  });

  it('of a page fails as that page, which another try brings', async () => {
    const page = await openPage(browser);
    await page.goto('/blog');
    await page.waitForLoadState('networkidle');
    await page.route(/portfolio.*\.js/, (route) => route.abort());
    await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).first().click();
    await page.getByText('It could not be loaded').waitFor();
    await page.unrouteAll();
    // A try that was under way before, as that of the pointer on the link may be, still fails, and whoever tries meanwhile with it:
    // then they try once more.
    const retry = page.getByRole('button', { name: 'Try again' });
    const heading = page.getByRole('heading', { level: 1, name: 'Portfolio' });
    await expect
      .poll(
        async () => {
          await retry.click({ timeout: 1_000 }).catch(() => undefined);
          return heading.isVisible();
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    await page.context().close();
  });

  it('of the payment provider is asked for again on another try, with the order kept', async () => {
    const { page } = await openBuyer(browser, 'waiting-provider');
    const { insertedId } = await placeOrder(page);
    await page.route('**/*sandbox-stripe*', (route) => route.abort());
    await page.goto(`/dashboard/payment/${insertedId}`);
    await page.getByText('The payment provider could not be reached').waitFor();
    expect(await page.getByRole('button', { name: 'Confirm Order' }).isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Card number').waitFor();
    await page.context().close();
  });
});

describe('an answer that fails', () => {
  it('is asked for three times more, after 1, 2 and 4 seconds, before the page says so', async () => {
    const { page } = await openBuyer(browser, 'waiting-retry');
    await page.clock.install();
    const asked: number[] = [];
    await page.route('**/api/order?*', async (route) => {
      asked.push(await page.evaluate(() => Date.now()));
      await route.fulfill({ status: 503, contentType: 'text/plain', body: 'down' });
    });
    await page.goto('/dashboard/myorder');
    await expect
      .poll(
        async () => {
          await page.clock.runFor(250);
          return page.getByRole('alert').count();
        },
        { timeout: 25_000, interval: 10 },
      )
      .toBe(1);
    const waitsMs = asked.slice(1, 4).map((at, index) => at - (asked[index] ?? 0));
    expect(asked).toHaveLength(4);
    for (const [index, wantedMs] of [1000, 2000, 4000].entries()) {
      expect(waitsMs[index]).toBeGreaterThanOrEqual(wantedMs - 50);
      expect(waitsMs[index]).toBeLessThan(wantedMs + 3_000);
    }
    await page.context().close();
  });
});
