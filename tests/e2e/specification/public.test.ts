/** What anyone sees: home, blog, portfolio, reviews and the page for unknown addresses, as `docs/specification.md` has them. */

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from '../browser.ts';
import { ADMIN, BUYER } from '../running-shop.ts';
import { theShop } from '../the-shop.ts';
import { ask, type Part } from './people.ts';

let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
});
afterAll(() => browser.close());

/** The part of the page under a heading of the second level. */
const section = (name: string | RegExp) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name }) }).last();
const pause = () => page.waitForLoadState('networkidle');

describe('home', () => {
  beforeAll(async () => {
    await page.goto('/');
    await pause();
  });

  it('has the first six parts of the list under Our Products, each a card with all its facts', async () => {
    const { body } = await ask(page, 'GET', '/parts');
    const first = (body as Part[]).slice(0, 6);
    const cards = section('Our Products').getByRole('article');
    expect(await cards.getByRole('heading').allInnerTexts()).toEqual(first.map(({ name }) => name));
    for (const [index, part] of first.entries()) {
      const card = cards.nth(index);
      const text = (await card.innerText()).replaceAll(/\s+/g, ' ');
      const price = part.price.toLocaleString('en', { minimumFractionDigits: 2 });
      expect(text).toContain(`Price: $ ${price}`);
      expect(text).toContain(`Available Stock ${part.stock.toLocaleString('en')}`);
      expect(text).toContain(`Minimum Order ${part.minOrder.toLocaleString('en')}`);
      expect(await card.locator('p', { hasText: part.description.slice(0, 40) }).count()).toBe(1);
      // A part without a picture of its own has the drawing of one.
      expect(await card.locator('img, [class*="drawing"]').count()).toBe(1);
      const buy = card.getByRole('link', { name: /^Buy Now/ });
      expect(await buy.getAttribute('href')).toBe(`/parts/${part._id}`);
    }
  });

  it('has what customers say under Customer Review: name, description, and the rating out of five', async () => {
    const { body } = await ask(page, 'GET', '/review');
    const [newest] = body as { name: string; description: string; rating: number }[];
    const text = await section('Customer Review').innerText();
    expect(text).toContain(newest?.name);
    expect(text).toContain(newest?.description);
    expect(text).toContain(`${newest?.rating}/5`);
  });

  it('names nine makes under Vehicle Brands, with their marks', async () => {
    const makes = section('Vehicle Brands').getByRole('link');
    const names = await makes.allInnerTexts();
    expect(names.map((name) => name.split('\n').at(-1)?.trim())).toEqual([
      'BMW',
      'AUDI',
      'Porsche',
      'Chevrolet',
      'Mercedes-Benz',
      'Volkswagen',
      'Nissan',
      'Honda',
      'Toyota',
    ]);
    // Each is another piece of one file, which has them in the same order.
    const marks = await makes.locator('[aria-hidden]').evaluateAll((all) =>
      all.map((mark) => {
        const { maskImage, maskPosition } = getComputedStyle(mark);
        return { file: /^url\("(.+)"\)$/.exec(maskImage)?.[1], place: maskPosition };
      }),
    );
    expect(marks.map(({ place }) => place)).toEqual(marks.map((_, at) => `50% ${(at * 100) / 8}%`));
    const [{ file = '' } = {}] = marks;
    expect(marks.every((mark) => mark.file === file)).toBe(true);
    const text = await (await fetch(file)).text();
    expect(text).toContain('viewBox="0 0 24 216"');
    const inFile = [...text.matchAll(/ id="([a-z-]+)"(?: transform="translate\(0 (\d+)\)")?/g)];
    expect(inFile.map(([, id, from = '0']) => [id, Number(from)])).toEqual(
      names.map((name, at) => [name.split('\n').at(-1)?.trim().toLowerCase(), 24 * at]),
    );
  });

  it('sums the business up', async () => {
    const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    for (const [figure, of] of [
      ['1000+', 'happy clients'],
      ['50+', 'countries'],
      ['10000+', 'products'],
    ]) {
      expect(text).toMatch(
        new RegExp(`${figure?.replace('+', '\\+')} ${of}|${of} ${figure?.replace('+', '\\+')}`, 'i'),
      );
    }
  });

  it('sends a visitor who presses Get Started to sign-up, and a customer to the catalogue', async () => {
    await page.goto('/');
    await pause();
    await page.getByRole('link', { name: 'Get Started' }).click();
    await page.waitForURL('**/signup');
    const customer = await openPage(browser);
    await signIn(customer, BUYER);
    await customer.goto('/');
    await customer.getByRole('button', { name: 'Sign Out' }).waitFor();
    await customer.getByRole('link', { name: 'Get Started' }).click();
    await customer.waitForURL('**/catalogue');
    await customer.context().close();
  });
});

describe('other public pages', () => {
  it('blog: five questions with their answers', async () => {
    await page.goto('/blog');
    const articles = page.getByRole('article');
    const questions = await articles.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(questions).toHaveLength(5);
    for (const [index, subject] of [
      /performance/i,
      /state/i,
      /prototyp/i,
      /set.*state|state.*direct/i,
      /unit test/i,
    ].entries()) {
      expect(questions[index]).toMatch(subject);
      expect((await articles.nth(index).innerText()).length).toBeGreaterThan(300);
    }
  });

  it('portfolio: a short bio, skills, three projects', async () => {
    await page.goto('/portfolio');
    expect(await page.locator('main p').first().innerText()).toMatch(/engineers/);
    expect(await section('Skills').getByRole('listitem').count()).toBeGreaterThan(4);
    const projects = section('Projects').getByRole('link');
    expect(await projects.count()).toBe(3);
    for (const link of await projects.all()) {
      const href = await link.getAttribute('href');
      expect((await page.request.get(href ?? '')).status()).toBe(200);
    }
  });

  it('reviews: anyone reads them; the form asks a visitor to sign in, and comes back', async () => {
    await page.goto('/reviews');
    expect(await page.getByText(/^[1-5]\/5$/).count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Add Review' }).count()).toBe(0);
    await page
      .locator('main')
      .getByText(/sign in first/i)
      .waitFor();
    await pause();
    await page.locator('main').getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(BUYER.email);
    await page.getByLabel('Password').fill(BUYER.password);
    await page.locator('main').getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/reviews');
    await page.getByRole('button', { name: 'Add Review' }).waitFor();
    await page.evaluate(() => localStorage.clear());
  });

  it('an unknown address: a page of its own, with a moving picture', async () => {
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const moving = await page.evaluate<number>(
      `document.getAnimations().filter(({ effect }) =>
        document.querySelector('main').contains(effect.target) && effect.getTiming().iterations === Infinity).length`,
    );
    expect(moving).toBeGreaterThan(0);
    const main = page.locator('main');
    await main.getByText('/no/such/page').waitFor();
    expect(await main.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
    expect(await main.getByRole('searchbox').inputValue()).toBe('page');
  });

  it('an unknown address: looked for as a number without script, and nothing moves for those who ask for that', async () => {
    const still = await openPage(browser, { reducedMotion: 'reduce' });
    await still.goto('/no/such/page');
    await still.getByRole('heading', { level: 1 }).waitFor();
    expect(
      await still.evaluate<number>(
        `document.getAnimations().filter(({ effect }) => document.querySelector('main').contains(effect.target)).length`,
      ),
    ).toBe(0);
    await still.context().close();

    const plain = await openPage(browser, { javaScriptEnabled: false });
    await plain.goto('/no/GS-10-1243');
    await plain.locator('main').getByRole('button', { name: 'Search' }).click();
    await plain.waitForURL('**/catalogue?q=GS-10-1243');
    await plain.context().close();
  });
});

describe('the demo', () => {
  it('keeps the passwords of its owner and its buyer where only who runs the shop can read them', async () => {
    const file = join(theShop().dataDir, 'demo-passwords.txt');
    const text = await readFile(file, 'utf8');
    for (const { email, password } of [ADMIN, BUYER]) expect(text).toContain(`${email}  ${password}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('has a buyer with orders in every state that there is, and reviews', async () => {
    const customer = await openPage(browser);
    await signIn(customer, BUYER);
    const { body } = await ask(customer, 'GET', `/order?email=${BUYER.email}&status=all`);
    const states = (body as { status: string }[]).map(({ status }) => status);
    expect(states).toEqual(expect.arrayContaining(['unpaid', 'paid', 'cancelled', 'expired']));
    const reviews = await ask(customer, 'GET', '/review');
    expect((reviews.body as unknown[]).length).toBeGreaterThan(2);
    await customer.context().close();
  });

  it('has a catalogue whose lists count up to 10,000, and words up to 2,000; beyond, a lower bound is said to be one', async () => {
    for (const [path, count, relation] of [
      ['/parts?limit=1', '10000', 'gte'],
      ['/parts?limit=1&q=brake', '2000', 'gte'],
      ['/parts?limit=1&q=porshe+clutch', /^\d{1,4}$/, 'eq'],
    ] as const) {
      const { answer } = await ask(page, 'GET', path);
      const headers = answer.headers();
      expect({ path, relation: headers['x-total-count-relation'] }).toEqual({ path, relation });
      expect(headers['x-total-count']).toMatch(count);
    }
  });
});
