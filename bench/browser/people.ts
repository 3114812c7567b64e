/** Who pages are measured as: a buyer who has ordered for years, an admin, and a customer who walks through the catalogue. */
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext } from 'playwright-core';
import * as z from 'zod';
import { isRefusal } from '#domain/refusal.ts';
import type { Secrets } from '#main/secrets.ts';
import { PROOF_ISSUER } from '#server/adapters/identity/names.ts';
import { auditOfCommand } from '#server/audit/audit.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import { ensureUser } from '#server/users/ensure-user.ts';
import { makeAdmin } from '#server/users/make-admin.ts';
import { orderBody } from '../load/order-requests.ts';
import type { OrderablePart } from '../order-mix.ts';
import { CARD } from '../record-payment.ts';

const ORDERS = 1_000;
const USERS = 1_000;
/** Each so many-th order is left unpaid, and the others are paid. */
const UNPAID_EVERY = 20;
const AT_ONCE = 8;
const PASSWORD = 'a password of the bench';

type Person = { readonly email: string; readonly name: string };
const BUYER: Person = { email: 'buys-a-lot@bench.example', name: 'Samira Haque' };
const CUSTOMER: Person = { email: 'looks-around@bench.example', name: 'Tarek Anwar' };
export const ADMIN: Person = { email: 'admin@bench.example', name: 'Alex Morgan' };

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A shop that runs, and a browser to see it with. */
export type Surroundings = {
  readonly browser: Browser;
  readonly url: string;
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  readonly parts: readonly OrderablePart[];
};

type Place = Pick<Surroundings, 'browser' | 'url'>;

/** Signs a customer up and answers how to sign in: anew for each browser, since a token is good for a quarter of an hour. */
export async function makeCustomer(place: Place): Promise<() => Promise<SignedIn>> {
  await signUp(place, CUSTOMER);
  return () => signIn(place, CUSTOMER);
}

/** Signs both up and in through the shop's pages; the buyer has 1,000 orders then, one in twenty unpaid. */
export async function makePeople(around: Surroundings): Promise<{ buyer: SignedIn; admin: SignedIn }> {
  await signUp(around, ADMIN);
  // Who has never signed in is no user of the shop yet.
  await signIn(around, ADMIN);
  await withDatabases(around.databaseUrl, async (databases) => {
    await promote(databases, ADMIN.email);
    await makeUsers(databases);
  });
  const admin = await signIn(around, ADMIN);
  await signUp(around, BUYER);
  const buyer = await signIn(around, BUYER);
  const token = tokenOf(buyer);
  await inBatches(ORDERS, (number) => order(around, token, number));
  return { buyer, admin };
}

async function signUp({ url }: Place, person: Person): Promise<void> {
  await ask(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ ...person, password: PASSWORD }),
  });
}

async function signIn({ browser, url }: Place, { email }: Person): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/login');
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.locator('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((address) => address.pathname !== '/login');
  const signedIn = await context.storageState();
  await context.close();
  return signedIn;
}

async function withDatabases(url: string, work: (databases: Databases) => Promise<void>): Promise<void> {
  const databases = openDatabases({ url, maxConnections: AT_ONCE, onIdleError: () => {} });
  try {
    await work(databases);
  } finally {
    await databases.close();
  }
}

async function promote(databases: Databases, email: string): Promise<void> {
  const audit = auditOfCommand('user.made-admin', () => new Date());
  const made = await makeAdmin({ databases, issuer: PROOF_ISSUER }, email, audit, { evenUnverified: true });
  if (isRefusal(made)) throw new Error(`${email} could not be made an admin: ${made.code}`);
}

/** People of the same provider as the two, who alone are listed with them. */
function makeUsers(databases: Databases): Promise<void> {
  return inBatches(USERS, async (number) => {
    const email = `workshop-${number}@bench.example`;
    const name = `Workshop ${number}`;
    const identity = { issuer: PROOF_ISSUER, subject: email, email, emailVerified: true, name };
    await ensureUser({ databases, now: () => new Date() }, identity, 'customer');
  });
}

async function inBatches(count: number, make: (number: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < count; at += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, of) => at + of);
    await Promise.all(numbers.map(make));
  }
}

function tokenOf({ origins }: SignedIn): string {
  const kept = origins.flatMap((origin) => origin.localStorage);
  return kept.find(({ name }) => name === 'accessToken')?.value ?? '';
}

const Placed = z.object({ insertedId: z.string() });
const Prepared = z.object({ clientSecret: z.string() });
const Made = z.object({ id: z.string() });

async function order(around: Surroundings, token: string, number: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = (method: string, path: string, body: string) =>
    ask(`${around.url}/api${path}`, {
      method,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    });
  const { insertedId: orderId } = Placed.parse(
    await call('POST', '/order', orderBody({ parts: around.parts, isHot: false }, number)),
  );
  if (number % UNPAID_EVERY === 0) return;
  const { clientSecret } = Prepared.parse(
    await call('POST', '/create-payment-intent', JSON.stringify({ orderId })),
  );
  const [intentId = ''] = clientSecret.split('_secret_');
  const pay = (path: string, form: Readonly<Record<string, string>>) =>
    ask(`${around.url}/sandbox/stripe/v1${path}`, {
      method: 'POST',
      body: new URLSearchParams({ key: around.secrets.sandboxPublishableKey, ...form }),
    });
  const card = Made.parse(await pay('/payment_methods', CARD));
  await pay(`/payment_intents/${intentId}/confirm`, {
    client_secret: clientSecret,
    payment_method: card.id,
  });
  await call('PATCH', `/order/${orderId}`, JSON.stringify({ transactionId: intentId }));
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
