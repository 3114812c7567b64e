/** The owner's list of the newsletter: who gets it, who has yet to confirm, who has left, and the file to write to them. */
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../accessibility/findings.ts';
import { openMailbox } from '../mailbox.ts';
import { openBrowser, openPage, PHONE, signIn, type WatchedPage } from './browser.ts';
import { ADMIN } from './running-shop.ts';
import { ask, newPerson } from './specification/people.ts';
import { theShop } from './the-shop.ts';

const EXPORT = /\/api\/newsletter\/export/;
const LIST = /\/api\/newsletter\?/;
const STATES = ['subscribed', 'unconfirmed', 'left'] as const;
type State = (typeof STATES)[number];

let browser: Browser;
let page: WatchedPage;
/** Somebody of each state. */
let people: Record<State, string>;
beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  await signIn(page, ADMIN);
  // Two of them, so that the list has more than a page of one.
  const [subscribed, left] = await Promise.all([subscriber(), subscriber(), subscriber()]);
  await ask(page, 'POST', '/newsletter/leave', { token: left.token });
  const unconfirmed = newPerson('newsletter-list').email;
  await ask(page, 'POST', '/newsletter', { email: unconfirmed });
  people = { subscribed: subscribed.email, unconfirmed, left: left.email };
});
afterAll(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await browser.close();
});

/** Somebody who has confirmed by the mail, and their token to leave. */
async function subscriber(): Promise<{ readonly email: string; readonly token: string }> {
  const { email } = newPerson('newsletter-list');
  const mailbox = openMailbox(theShop().dataDir);
  const tokenOf = (words: string | undefined) => /\?token=([\w-]+)/.exec(words ?? '')?.[1] ?? '';
  await ask(page, 'POST', '/newsletter', { email });
  const token = tokenOf((await mailbox.readMail(email, /^Confirm your/)).text);
  expect((await ask(page, 'POST', '/newsletter/confirm', { token })).answer.status()).toBe(200);
  return { email, token: tokenOf((await mailbox.readMail(email, /^You are on/)).text) };
}

const segments = () => page.getByRole('navigation', { name: 'Show' }).getByRole('link');
const rows = () => page.getByRole('table', { name: 'Newsletter' }).locator('tbody tr:has(th)');
const row = (email: string) => rows().filter({ hasText: email });
const csv = () => page.getByRole('button', { name: 'CSV', exact: true });

/** All addresses of a state, as the shop lists them. */
async function emailsOf(state: State): Promise<string[]> {
  const { answer, body } = await ask(page, 'GET', `/newsletter?limit=100&status=${state}`);
  const emails = (body as { email: string }[]).map(({ email }) => email);
  // Else this would have to read on.
  expect(Number(answer.headers()['x-total-count'])).toBe(emails.length);
  return emails;
}

/** The lines of the file that comes of a press, by their cells. */
async function linesSaved(state: State): Promise<string[][]> {
  const coming = page.waitForEvent('download');
  await csv().click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^newsletter-${state}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const [, ...lines] = (await text(await file.createReadStream())).trimEnd().split('\n');
  return lines.map((line) => line.split(','));
}

it('is in the menu, counts who is in which state, and shows each state at an address of its own', async () => {
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'Newsletter' }).click();
  await page.waitForURL('**/dashboard/newsletter');
  await row(people.subscribed).waitFor();
  expect(await page.title()).toContain('Newsletter');
  const counts = await Promise.all(STATES.map(async (state) => (await emailsOf(state)).length));
  const [subscribed, unconfirmed, left] = counts;
  await expect
    .poll(() => segments().allTextContents())
    .toEqual([`Subscribed${subscribed}`, `Unconfirmed${unconfirmed}`, `Left${left}`]);
  for (const [at, state] of STATES.entries()) {
    await segments().nth(at).click();
    await page.waitForURL(state === 'subscribed' ? '**/dashboard/newsletter' : `**/newsletter?show=${state}`);
    await row(people[state]).waitFor();
    expect(await segments().nth(at).getAttribute('aria-current')).toBe('true');
    await page.getByRole('heading', { level: 1, name: `Newsletter: ${counts[at]}`, exact: true }).waitFor();
    for (const other of STATES.filter((candidate) => candidate !== state))
      expect(await row(people[other]).count()).toBe(0);
    // When it asked; when it confirmed, and when it left, where it has.
    const heads = await page.getByRole('columnheader').allTextContents();
    const shown = ['Asked for', 'Confirmed', 'Left'].slice(
      0,
      { unconfirmed: 1, subscribed: 2, left: 3 }[state],
    );
    expect(heads.slice(-shown.length)).toEqual(shown);
    expect(await row(people[state]).locator('time').count()).toBe(shown.length);
    for (const viewport of [PHONE, page.viewportSize()]) {
      if (viewport !== null) await page.setViewportSize(viewport);
      expect(await findings(page)).toEqual([]);
    }
  }
  await page.reload();
  await row(people.left).waitFor();
  await page.goBack();
  await row(people.unconfirmed).waitFor();
  expect(page.complaints).toEqual([]);
});

it('the file has all addresses of the state that is shown, and with each subscriber the link by which they leave', async () => {
  // The list has pages of one, and shows the first.
  await page.route(LIST, async (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.get('limit') === '50') url.searchParams.set('limit', '1');
    await route.continue({ url: url.href });
  });
  for (const state of STATES) {
    await page.goto(`/dashboard/newsletter${state === 'subscribed' ? '' : `?show=${state}`}`);
    await expect.poll(() => rows().count()).toBe(1);
    const lines = await linesSaved(state);
    expect(lines.map(([email]) => email)).toEqual(await emailsOf(state));
    expect(await rows().count()).toBe(1);
    for (const line of lines) expect(line.slice(5).every((cell) => cell !== '')).toBe(state === 'subscribed');
  }
  await page.goto('/dashboard/newsletter');
  await expect.poll(() => rows().count()).toBe(1);
  await page.getByRole('button', { name: /more/i }).click();
  await expect.poll(() => rows().count()).toBe(2);

  const lines = await linesSaved('subscribed');
  const link = lines.find(([email]) => email === people.subscribed)?.[5] ?? '';
  const reader = await openPage(browser);
  await reader.goto(link);
  await reader.getByRole('heading', { name: 'You have left the newsletter' }).waitFor();
  await reader.getByText(people.subscribed).waitFor();
  await reader.context().close();
  expect((await linesSaved('subscribed')).map(([email]) => email)).not.toContain(people.subscribed);
  await page.unroute(LIST);
  await page.goto('/dashboard/newsletter?show=left');
  await row(people.subscribed).waitFor();
  expect(page.complaints).toEqual([]);
});

it('a list with nobody says who would stand there and has no file; one that cannot be had, or saved, can be tried again', async () => {
  await page.route(LIST, async (route) => {
    const answer = await route.fetch();
    const headers = { ...answer.headers(), 'x-total-count': '0', link: '' };
    await route.fulfill({ response: answer, headers, json: [] });
  });
  for (const [view, words] of [
    ['', 'No subscribers yet'],
    ['?show=unconfirmed', 'Nobody has yet to confirm'],
    ['?show=left', 'Nobody has left'],
  ] as const) {
    await page.goto(`/dashboard/newsletter${view}`);
    await page.getByRole('heading', { name: words }).waitFor();
    expect(await csv().isDisabled()).toBe(true);
  }
  await page.unroute(LIST);

  await page.route(LIST, (route) => route.fulfill({ status: 422, json: {} }));
  await page.goto('/dashboard/newsletter?show=unconfirmed');
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await csv().isDisabled()).toBe(true);
  await page.unroute(LIST);
  await again.click();
  await row(people.unconfirmed).waitFor();

  await page.route(EXPORT, (route) => route.abort());
  await csv().click();
  const notice = page.getByRole('alert').filter({ hasText: 'No file was saved.' });
  await notice.waitFor();
  await page.unroute(EXPORT);
  expect((await linesSaved('unconfirmed')).length).toBeGreaterThan(0);
  await notice.waitFor({ state: 'detached' });
});
