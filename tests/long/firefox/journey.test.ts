/**
 * The shop's main job in Firefox, as one new buyer does it from the first look to signing out, on the built shop. What is
 * looked at closely is what browsers differ in: scrolling, dialogs, focus, kept forms, windows, downloads.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP } from '../../e2e/browser.ts';
import { theShop } from '../../e2e/the-shop.ts';
import { type Firefox, openFirefox, type Visitor } from './driver.mjs';

const PERSON = {
  name: 'Fiona Workshop',
  email: `fiona-${Date.now().toString(36)}@example.com`,
  password: 'secret',
};
const ADDRESS = '14 Workshop Lane, Dhaka';
const MAIN = { within: 'main' };

type Part = {
  readonly _id: string;
  readonly name: string;
  readonly partNumber: string;
  readonly stock: number;
  readonly minOrder: number;
  readonly orderMultiple: number;
};

let firefox: Firefox;
let downloadFolder: string;
/** Who goes the whole way, in one tab. */
let fiona: Visitor;
let part: Part;
beforeAll(async () => {
  downloadFolder = await mkdtemp(join(tmpdir(), 'mainshaft-downloads-'));
  firefox = await openFirefox({ theme: 'light', downloadFolder });
  fiona = await newVisitor();
  const answer = await fetch(`${theShop().url}/api/parts?limit=50`);
  const parts = (await answer.json()) as Part[];
  // Sold in more than ones, so that there is a quantity between two that are right.
  const fit = parts.find(
    ({ stock, minOrder, orderMultiple }) => orderMultiple > 1 && stock > minOrder + 2 * orderMultiple,
  );
  if (fit === undefined) throw new Error('the demo sells nothing in more than ones');
  part = fit;
});
afterEach(() => {
  expect(fiona.complaints.splice(0)).toEqual([]);
});
afterAll(async () => {
  await firefox?.close();
  await rm(downloadFolder, { recursive: true, force: true });
});

const newVisitor = () => firefox.openVisitor({ baseUrl: theShop().url, viewport: DESKTOP });
const tokenOf = (visitor: Visitor) => visitor.evaluate(() => localStorage.getItem('accessToken'));
/** Waits until this is what stands in one of Fiona's fields. */
const holds = (label: string, value: string) =>
  expect.poll(async () => (await fiona.stateOf('field', label)).value, { timeout: 10_000 }).toBe(value);
const fillCard = async (number: string) => {
  await fiona.fill(/card number/, number);
  await fiona.fill(/expiration date/, '1234');
  await fiona.fill(/CVC/, '123');
};

/** The number of the slide that is in view, once it stands there whole. */
function isShown(visitor: Visitor, number: number): Promise<void> {
  return visitor.until((wanted) => {
    const slides = [...document.querySelectorAll('[aria-roledescription="slide"]')];
    const left = slides[0]?.parentElement?.getBoundingClientRect().left ?? Number.NaN;
    const shown = slides.findIndex((slide) => Math.abs(slide.getBoundingClientRect().left - left) < 2);
    const tabs = [...document.querySelectorAll('[data-tab]')];
    return shown === wanted - 1 && tabs[shown]?.getAttribute('aria-current') === 'true';
  }, number);
}

describe('a visitor in Firefox', () => {
  it('turns the carousel by its tabs, by keys and to its end', async () => {
    await fiona.goto('/');
    await isShown(fiona, 1);
    await fiona.click('link', /^3\s?Trucks/);
    await isShown(fiona, 3);
    await fiona.press('ArrowRight');
    await isShown(fiona, 4);
    await fiona.press('ArrowRight');
    await isShown(fiona, 1);
    await fiona.press('End');
    await isShown(fiona, 4);
    await fiona.click('button', 'Play the carousel');
    await fiona.click('button', 'Pause the carousel');
  });

  it('reads the reviews and asks for the newsletter', async () => {
    await fiona.see('Customer Review');
    expect(await fiona.count('main article')).toBeGreaterThanOrEqual(6);
    await fiona.fill('Newsletter', 'fiona', { within: 'footer' });
    await fiona.press('Enter');
    await fiona.see('Provide a valid Email', 'footer');
    await fiona.fill('Newsletter', PERSON.email, { within: 'footer' });
    await fiona.press('Enter');
    await fiona.see(/Look into your mailbox/, 'footer');
  });

  it('walks through the catalogue, finds a part by its number and opens it', async () => {
    await fiona.goto('/');
    await fiona.click('link', 'Catalogue', { within: 'header' });
    await fiona.isAt(/^\/catalogue$/);
    await fiona.see(/^[\d,]+ parts$/);
    await fiona.press('/');
    expect(await fiona.stateOf('field', 'Search parts')).toMatchObject({ focused: true });
    await fiona.fill('Search parts', part.partNumber);
    await fiona.press('Enter');
    await fiona.until(() => new URLSearchParams(location.search).has('q'));
    await fiona.click('link', new RegExp(`^${literally(part.name)}`), MAIN);
    await fiona.isAt(/^\/catalogue\/[^/]+\/[^/]+$/);
    await fiona.see(part.name, 'h1');
    await fiona.back();
    await holds('Search parts', part.partNumber);
  });

  it('is sent to the login by Buy Now, and signs up instead', async () => {
    await fiona.click('link', /^Buy Now/, MAIN);
    await fiona.isAt(/^\/login$/);
    await fiona.click('link', 'Create an account');
    await fiona.isAt(/^\/signup$/);
    await fiona.click('button', 'Sign Up', MAIN);
    await fiona.see('Email is Required');
    await fiona.fill('Name', PERSON.name);
    await fiona.fill('Email', PERSON.email, MAIN);
    await fiona.fill('Password', PERSON.password);
    await fiona.click('button', 'Sign Up', MAIN);
    await fiona.isAt(/^\/$/);
    expect(await tokenOf(fiona)).toMatch(/^eyJ/);
  });
});

describe('a buyer in Firefox', () => {
  it('orders what the quantity rules allow, and nothing else', async () => {
    const { minOrder, orderMultiple, stock } = part;
    await fiona.goto(`/parts/${part._id}`);
    const placing = () => fiona.stateOf('button', 'Place Order');
    for (const [typed, message] of [
      [minOrder - 1, 'Please type minimum Order'],
      [stock + 1, 'Not available'],
    ] as const) {
      await fiona.fill('Quantity', String(typed));
      await fiona.see(message);
      expect(await placing()).toMatchObject({ disabled: true });
    }
    await fiona.fill('Quantity', String(minOrder + 1));
    await fiona.see(new RegExp(`You typed ${minOrder + 1}`));
    await fiona.click('button', String(minOrder + orderMultiple), { within: '[role=alert], [id$=error]' });
    expect(await fiona.stateOf('field', 'Quantity')).toMatchObject({
      value: String(minOrder + orderMultiple),
    });
    await fiona.click('button', 'Fewer');
    expect(await placing()).toMatchObject({ disabled: false });
  });

  it('finds what was typed after a reload, as it was left', async () => {
    await fiona.fill('Address', ADDRESS);
    await fiona.fill('Phone', '+880 1711 000000');
    await fiona.reload();
    await holds('Address', ADDRESS);
    await holds('Phone', '+880 1711 000000');
    expect(await fiona.stateOf('button', 'Place Order')).toMatchObject({ disabled: false });
    await fiona.click('button', 'Place Order');
    await fiona.isAt(/^\/dashboard\/payment\//);
    await fiona.see('You have successfully placed your Order');
  });

  it('is declined, authenticates with another card, and sees the congratulation with the transaction id', async () => {
    await fillCard('4000000000000002');
    await fiona.click('button', 'Confirm Order');
    await fiona.see('Your card was declined.');
    await fillCard('4000002500003155');
    await fiona.click('button', 'Confirm Order');
    await fiona.see('Test authentication');
    // The browser's own dialog: the page behind it is out of reach, and its first choice has the focus.
    await fiona.until(() => document.querySelector('dialog')?.matches(':modal') === true);
    expect(await fiona.stateOf('button', 'Complete')).toMatchObject({ focused: true });
    await fiona.press('Escape');
    await fiona.until(() => document.querySelector('dialog') === null);
    await fiona.see(/unable to authenticate/i);
    await fiona.click('button', 'Confirm Order');
    await fiona.click('button', 'Complete');
    await fiona.see('Congrates! your payment is complete');
    expect(await fiona.see(/pi_\w+/, 'main')).toMatch(/^pi_\w{10,}$/);
  });

  it('sees it paid in My Order, and keeps its receipt as a PDF', async () => {
    await fiona.goto('/dashboard/myorder');
    await fiona.see('Paid', 'tbody');
    await fiona.click('link', new RegExp(`^${literally(part.name)}`), { within: 'tbody' });
    await fiona.isAt(/^\/dashboard\/order\/MS-/);
    await fiona.see('Shipped', 'main');
    await fiona.click('button', 'Download PDF');
    await expect
      .poll(() => readdir(downloadFolder), { timeout: 20_000 })
      .toEqual([expect.stringMatching(/^MS-\d{4}-\d{6}\.pdf$/)]);
    const [name = ''] = await readdir(downloadFolder);
    await expect
      .poll(async () => (await readFile(join(downloadFolder, name))).toString('latin1'), { timeout: 10_000 })
      .toMatch(/^%PDF-1[\s\S]+%%EOF\s*$/);
  });

  it('cancels another order by the dialog, which keeps the focus and gives it back', async () => {
    await fiona.goto(`/parts/${part._id}`);
    await fiona.fill('Address', ADDRESS);
    await fiona.fill('Phone', '+880 1711 000000');
    await fiona.click('button', 'Place Order');
    await fiona.isAt(/^\/dashboard\/payment\//);
    await fiona.goto('/dashboard/myorder');
    await fiona.click('button', /^Cancel/, MAIN);
    await fiona.see('Are you sure?', '[role=dialog]');
    const hasFocus = () => document.activeElement?.closest('[role=dialog]') instanceof HTMLElement;
    await fiona.until(hasFocus);
    for (let stop = 0; stop < 6; stop += 1) {
      await fiona.press('Tab');
      await fiona.until(hasFocus);
    }
    await fiona.press('Escape');
    await fiona.until(() => document.querySelector('[role=dialog]') === null);
    expect(await fiona.stateOf('button', /^Cancel/, MAIN)).toMatchObject({ focused: true });
    await fiona.press('Enter');
    await fiona.click('button', 'Cancel order', { within: '[role=dialog]' });
    await fiona.see(/^Order MS-\S+ is cancelled\.$/);
    await fiona.until(() => document.querySelector('[role=dialog]') === null);
    await fiona.see('My Orders: 1');
  });

  it('writes a review, which stands first on the page of reviews', async () => {
    await fiona.goto('/dashboard/review');
    await holds('Your Name', PERSON.name);
    await fiona.click('button', 'Add Review');
    await fiona.see('Rating is 1 to 5');
    await fiona.fill('Rating, 1-5', '5');
    await fiona.fill('Description', 'Found by the number on the box.');
    await fiona.click('button', 'Add Review');
    await fiona.see('Your Item Successfully Added');
    await fiona.goto('/reviews');
    await fiona.see('Found by the number on the box.');
  });

  it('makes a profile and changes it', async () => {
    await fiona.goto('/dashboard/profile');
    await fiona.fill('Location/City', 'Dhaka');
    await fiona.click('button', 'Submit', MAIN);
    await fiona.see('done');
    await fiona.goto('/dashboard/updateProfile');
    await fiona.isAt(/^\/dashboard\/updateProfile\/[\w-]+$/);
    await holds('Location', 'Dhaka');
    await fiona.click('button', 'Update', MAIN);
    await fiona.see('LinkedIn is Required');
    await fiona.fill('Education', 'Trade school');
    await fiona.fill('LinkedIn', 'linkedin.com/in/fiona');
    await fiona.click('button', 'Update', MAIN);
    await fiona.see('updated successfully');
    await fiona.goto('/dashboard/seeProfile');
    await fiona.see(/Trade school/, 'tbody');
  });

  it('signs out in every tab at once, and the way back shows nothing any more', async () => {
    const other = await fiona.openTab();
    await other.goto('/dashboard');
    await other.see(`Welcome, ${PERSON.name}`);
    await fiona.goto('/dashboard/myorder');
    await fiona.see(/^My Orders: 1$/);
    await fiona.click('button', 'Sign Out');
    await other.isAt(/^\/(login)?$/);
    expect(await tokenOf(other)).toBeNull();
    await other.close();
    await fiona.isAt(/^\/(login)?$/);
    await fiona.back();
    await fiona.until((path) => history.state?.origin === path, '/dashboard/myorder');
    await fiona.isAt(/^\/login$/);
    // Firefox keeps whole pages for the way back; this one knew nothing of what has happened since.
    await fiona.back();
    await fiona.until((path) => history.state?.origin === path, '/dashboard/seeProfile');
    await fiona.isAt(/^\/login$/);
    expect(await fiona.evaluate(() => document.body.innerText.includes('Trade school'))).toBe(false);
  });
});

describe('in Firefox', () => {
  it('a page behind sign-in remembers where one was going, and takes the place of nothing in the history', async () => {
    await fiona.goto('/portfolio');
    await fiona.goto('/dashboard/review?from=mail');
    await fiona.isAt(/^\/login$/);
    await fiona.fill('Email', PERSON.email, MAIN);
    await fiona.fill('Password', 'wrong-secret');
    await fiona.click('button', 'Login', MAIN);
    await fiona.see('Invalid email or password');
    await fiona.fill('Password', PERSON.password);
    await fiona.click('button', 'Login', MAIN);
    await fiona.isAt(/^\/dashboard\/review$/);
    expect(fiona.address().search).toBe('?from=mail');
    await fiona.back();
    await fiona.isAt(/^\/portfolio$/);
  });

  it('an address that is none says so, and leads on', async () => {
    const stranger = await newVisitor();
    expect(await stranger.goto('/catalogue/no/34-11-6')).toBe(404);
    await stranger.see('No page at this address');
    await stranger.fill('Find it by any number', part.partNumber);
    await stranger.click('button', 'Search', MAIN);
    await stranger.isAt(/^\/catalogue$/);
    await stranger.see(new RegExp(literally(part.name)), 'main');
    expect(stranger.complaints).toEqual([]);
    await stranger.leave();
  });

  it('Google is signed in with in a window of its own', async () => {
    const stranger = await newVisitor();
    await stranger.goto('/dashboard/profile');
    await stranger.isAt(/^\/login$/);
    const google = await stranger.popupOf(() => stranger.click('button', 'Continue with Google'));
    await google.click('button', /dana\.garage@example\.com/);
    await stranger.isAt(/^\/dashboard\/profile$/);
    await stranger.see(/Dana Garage/);
    expect(google.isClosed()).toBe(true);
    expect(stranger.complaints).toEqual([]);
    await stranger.leave();
  });
});

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
