/** What has to be there before an operation can do what it is for: orders, money, subscriptions, files, and what else is kept. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { ImportBody } from '#contract/imports.ts';
import type { RefundBody } from '#contract/payments.ts';
import { createNewsletterTokens } from '#server/newsletter/newsletter-tokens.ts';
import { workOnReconciliation } from '#server/payments/reconcile.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { type FileRow, partRow } from '../factories/files.ts';
import { bring, csvOf, dryRun } from '../factories/imports.ts';
import {
  intentOf,
  payInBrowser,
  payOrder,
  placeOrder,
  preparePayment,
  providerOf,
  sendNotice,
} from '../factories/payments.ts';
import { vehicleId } from '../factories/vehicles.ts';
import type { TestShop } from '../shop.ts';
import { COROLLA } from './discs-and-pads.ts';
import type { World } from './operation-budget.ts';

/** What an owner says of a part that is new. */
export const newPart = () => ({
  ...{ name: `Disc ${randomUUID()}`, price: 10, stock: 100, minOrder: 1, description: 'Coated.' },
  img: '/media/none/960.webp',
});

const PROFILE = { education: 'Trade school', location: 'Dhaka', linkdin: 'in/buyer' };

export const placedOrder = async ({ shop, buyer, disc }: World): Promise<string> =>
  (await placeOrder(shop, buyer, disc, 1)).insertedId;
export const paidOrder = async ({ shop, buyer, disc }: World): Promise<string> =>
  (await payOrder(shop, buyer, disc)).insertedId;

/** An order that is paid at the provider, of which the shop has not heard yet. */
export async function payingOrder(world: World): Promise<{ orderId: string; transactionId: string }> {
  const orderId = await placedOrder(world);
  const secret = await preparePayment(world.shop, world.buyer, orderId);
  await payInBrowser(world.shop, secret);
  return { orderId, transactionId: intentOf(secret) };
}

/** A payment of another amount than its order's, so that it paid none. */
export async function strayPayment(world: World): Promise<string> {
  const { shop } = world;
  const metadata = { orderId: await placedOrder(world) };
  const intents = providerOf(shop).paymentIntents;
  const { id, client_secret } = await intents.create({ amount: 5_000, currency: 'bdt', metadata });
  await payInBrowser(shop, client_secret ?? '');
  await sendNotice(shop, 'payment_intent.succeeded', { object: 'payment_intent', id });
  return id;
}

/** A refund of all of an order. */
export async function refund(world: World): Promise<string> {
  const path = `/order/${await paidOrder(world)}/refund`;
  const body = { reason: 'Came back' };
  const answer = await world.shop.call('POST', path, { token: world.admin.token, body });
  expect(answer.status).toBe(201);
  return (answer.body as RefundBody)._id;
}

/** Ends the comparison that is under way, so that another may begin. */
export async function endComparison({ shop }: World): Promise<void> {
  const runs = await shop.databases.write
    .selectFrom('reconciliation')
    .select('id')
    .where('ended_at', 'is', null)
    .execute();
  for (const { id } of runs) await workOnReconciliation(shop.shop.deps, id, new AbortController().signal);
}

const tokensOf = ({ accessSecret }: TestShop) => createNewsletterTokens(accessSecret);

/** Somebody who has asked for the newsletter, and the token that confirms it. */
export async function askedForNews({ shop }: World): Promise<{ email: string; token: string }> {
  const email = newEmail();
  await shop.call('POST', '/newsletter', { body: { email } });
  const { request_id: requestId } = await shop.databases.write
    .selectFrom('newsletter_subscription')
    .select('request_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { email, token: tokensOf(shop).confirm.seal({ requestId, issuedAt: shop.clock.now }) };
}

/** The token with which a subscriber leaves, and comes back. */
export async function subscription(world: World): Promise<string> {
  const { email, token } = await askedForNews(world);
  const { status } = await world.shop.call('POST', '/newsletter/confirm', { body: { token } });
  expect(status).toBe(200);
  return tokensOf(world.shop).leave.seal({ email });
}

export const newEmail = () => `${randomUUID()}@example.test`;

/** Ends all imports: there is one of a kind at a time. */
export async function endImports({ shop }: World): Promise<void> {
  await sql`UPDATE import_run SET state = 'cancelled', finished_at = now() WHERE finished_at IS NULL`.execute(
    shop.databases.write,
  );
}

/** A file of two parts. */
export const partsFile = (change: FileRow = {}) => csvOf([partRow(), partRow(change)]);

/** An import that waits for its owner; the second of its parts is as `change` says. */
export async function checkedImport(world: World, change?: FileRow): Promise<ImportBody> {
  await endImports(world);
  return dryRun(world.shop, world.admin, partsFile(change));
}

/** A file of one price that has been checked. */
export async function checkedPrices(world: World): Promise<ImportBody> {
  await endImports(world);
  const part = partRow();
  await bring(world.shop, world.admin, csvOf([part]));
  return dryRun(world.shop, world.admin, csvOf([{ sku: part.sku, price: '1.00' }]), { kind: 'prices' });
}

/** The address of a file that may be fetched once it was asked for. */
export async function download({ shop, admin }: World): Promise<string> {
  const body = { what: 'export', kind: 'parts' };
  const answer = await shop.call('POST', '/downloads', { token: admin.token, body });
  return (answer.body as { url: string }).url.replace('/api', '');
}

/** The Corolla that all parts fit. */
export const corolla = ({ shop }: World): Promise<number> => vehicleId(shop, { ...COROLLA, year: 2014 });

/** The same, in the garage of the buyer. */
export async function garageVehicle(world: World): Promise<string> {
  const body = { vehicle: await corolla(world) };
  const answer = await world.shop.call('POST', '/garage', { token: world.buyer.token, body });
  return (answer.body as { id: string }).id;
}

export async function review({ shop, buyer, disc }: World): Promise<string> {
  const body = { name: 'Buyer', rating: 5, description: 'Fits.', partId: disc };
  const answer = await shop.call('POST', '/review', { token: buyer.token, body });
  return (answer.body as { insertedId: string }).insertedId;
}

/** Somebody new with a profile. */
export async function profiled({ shop }: World) {
  const { token, email } = await shop.person('customer');
  const { body } = await shop.call('POST', '/profile', { token, body: PROFILE });
  return { token, email, profileId: (body as { insertedId: string }).insertedId };
}

/** Has a job of this name failed. */
export async function failJob({ shop }: World, name: 'work-on-import'): Promise<void> {
  await inTransaction(shop.databases.write, (tx) =>
    shop.shop.deps.enqueue(tx, name, { importId: randomUUID() }),
  );
  await sql`UPDATE job_queue.job SET state = 'failed', completed_on = now() WHERE name = ${name}`.execute(
    shop.databases.write,
  );
}

export async function pictureForm(): Promise<FormData> {
  const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } });
  const bytes = Uint8Array.from(await picture.jpeg().toBuffer());
  const form = new FormData();
  form.set('image', new File([bytes], 'disc.jpg', { type: 'image/jpeg' }));
  return form;
}
