/** People of the checks by screen: new ones, and what a program may ask in their name. */
import type { APIResponse, Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openMailbox } from '../../mailbox.ts';
import { openPage, type WatchedPage } from '../browser.ts';
import { theShop } from '../the-shop.ts';

export type Buyer = { readonly name: string; readonly email: string; readonly password: string };

let made = 0;
// A shop that was left running by an earlier run may be used again.
const STARTED = Date.now().toString(36);
/** Somebody whom the shop has never seen; `of` tells the files apart, since those of a worker share a shop. */
export function newPerson(of: string): Buyer {
  made += 1;
  return { name: `Paula Parts ${made}`, email: `${of}-${made}-${STARTED}@example.com`, password: 'secret' };
}

/** A page of a new customer, signed up through the form. */
export async function openBuyer(
  browser: Browser,
  of: string,
  options: BrowserContextOptions = {},
): Promise<{ page: WatchedPage; buyer: Buyer }> {
  const page = await openPage(browser, options);
  const buyer = newPerson(of);
  await page.goto('/signup');
  await page.getByLabel('Name').fill(buyer.name);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password').fill(buyer.password);
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  return { page, buyer };
}

/** Opens the link of the mail that was sent to this address, as its owner does. */
export async function verifyEmail(page: Page, email: string): Promise<void> {
  const mail = await openMailbox(theShop().dataDir).readMail(email, /verify/i);
  const [link = '/'] = /https?:\S+verify-email\S+/.exec(mail.text ?? '') ?? [];
  await page.goto(link);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Calls the API in the name of whoever is signed in on the page. */
export async function ask(
  page: Page,
  method: string,
  path: string,
  data?: object,
): Promise<{ readonly answer: APIResponse; readonly body: unknown }> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(data === undefined ? {} : { data }),
  });
  return { answer, body: await answer.json() };
}

export type Part = {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly pricePerUnit: number;
  readonly stock: number;
  readonly minOrder: number;
  readonly orderMultiple: number;
};

/** The n-th part that can be ordered, in the shop's own order. */
export async function orderablePart(page: Page, nth = 0): Promise<Part> {
  const { body } = await ask(page, 'GET', '/parts?limit=50');
  const parts = (body as Part[]).filter(({ stock, minOrder }) => stock >= 4 * minOrder);
  const part = parts[nth];
  if (part === undefined) throw new Error('the shop has too few parts');
  return part;
}

export type PlacedOrder = { readonly insertedId: string; readonly orderId: string; readonly amount: number };

/** An unpaid order of the n-th part, of its minimum. */
export async function placeOrder(page: Page, nth = 0): Promise<PlacedOrder & { readonly part: Part }> {
  const part = await orderablePart(page, nth);
  const { answer, body } = await ask(page, 'POST', '/order', {
    partId: part._id,
    orderQuantity: part.minOrder,
    address: '14 Workshop Lane, Dhaka',
    phone: '+880 1711 000000',
  });
  if (answer.status() !== 201) throw new Error(`not ordered: ${JSON.stringify(body)}`);
  return { ...(body as PlacedOrder), part };
}

/** Types a card and confirms the order. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel(/expiration|expiry/i).fill('12 / 34');
  await page.getByLabel(/cvc/i).fill('123');
  await page.getByRole('button', { name: 'Confirm Order' }).click();
}

export type Colour = { readonly red: number; readonly green: number; readonly blue: number };

/** A function of the element, run in the page: written as text, since tests know no types of the browser. */
function inPage<Result>(body: string): (it: unknown) => Result {
  return new Function('it', body) as (it: unknown) => Result;
}

/** The colour that a text is drawn in (0-255 each), whatever colour space it is written in. */
export function colourOf(text: Locator): Promise<Colour> {
  return text.evaluate(
    inPage<Colour>(`
      const canvas = document.createElement('canvas').getContext('2d');
      canvas.fillStyle = getComputedStyle(it).color;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
      return { red, green, blue };`),
  );
}

/** A computed property of an element, such as `fontSize`. */
export function styleOf(element: Locator, property: string): Promise<string> {
  return element.evaluate(inPage<string>(`return getComputedStyle(it)[${JSON.stringify(property)}];`));
}

export const isRed = ({ red, green, blue }: Colour): boolean => red > green + 60 && red > blue + 60;
export const isGreen = ({ red, green, blue }: Colour): boolean => green > red + 30 && green > blue;

/** The heads of the first table's columns, as people who listen hear them. */
export async function columnsOf(page: Page): Promise<string[]> {
  const heads = page.getByRole('table').first().getByRole('columnheader');
  await heads.first().waitFor();
  return heads.evaluateAll(
    inPage<string[]>(`return it.map((cell) =>
      [...cell.childNodes]
        .filter((node) => node.ariaHidden !== 'true')
        .map((node) => node.textContent)
        .join('')
        .trim());`),
  );
}
