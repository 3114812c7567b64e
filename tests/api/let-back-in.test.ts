/** Somebody who was removed is let back in, and signs in anew at the provider that the shop has. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actsOn } from './acts-on.ts';
import { openUsersShop, PASSWORD, type UsersShop } from './identity-fixture.ts';

let shop: UsersShop;
let admin: string;
beforeAll(async () => {
  shop = await openUsersShop();
  admin = await shop.person('admin@example.com', 'admin');
});
afterAll(() => shop.close());

const remove = (email: string) => shop.call('DELETE', `/user/${email}`, { token: admin });
const letIn = (email: string, token?: string) =>
  shop.call('PUT', `/user/active/${email}`, token === undefined ? {} : { token });
const exchange = (email: string, proof: string) =>
  shop.call('PUT', `/user/${email}`, { body: { email }, token: proof });
const userOf = async (email: string) => {
  const { body } = await shop.call('GET', '/user?limit=100', { token: admin });
  return body.find((user: { email: string }) => user.email === email);
};

test('whoever was removed is let back in, and signs in as before', async () => {
  const email = 'back@example.com';
  await shop.person(email, 'customer');
  await remove(email);
  const browser = shop.browser();
  expect((await browser.signIn(email)).status).toBe(200);
  expect((await exchange(email, await browser.proof())).body.code).toBe('DEACTIVATED');

  expect((await letIn('Back@Example.com', admin)).body).toEqual({ modifiedCount: 1 });
  expect(await userOf(email)).toMatchObject({ role: 'customer', deactivated: false });
  const anew = shop.browser();
  await anew.signIn(email, PASSWORD);
  const token = await anew.accessToken(email);
  expect((await shop.call('GET', `/admin/${email}`, { token })).body).toEqual({ admin: false });
});

test('nothing from before the removal opens the shop again: no token, no session, no proof', async () => {
  const email = 'stolen@example.com';
  const token = await shop.person(email, 'customer');
  const old = shop.browser();
  await old.signIn(email);
  const proof = await old.proof();
  await remove(email);
  await letIn(email, admin);
  expect((await shop.call('GET', `/admin/${email}`, { token })).status).toBe(401);
  expect((await exchange(email, proof)).status).toBe(401);
  expect((await old.call('GET', '/auth/token')).status).toBe(401);
});

test('an admin loses the role when they are removed, and comes back as a customer', async () => {
  const email = 'former@example.com';
  await shop.person(email, 'admin');
  await remove(email);
  expect(await userOf(email)).toMatchObject({ role: 'customer', deactivated: true });
  await letIn(email, admin);
  const browser = shop.browser();
  await browser.signIn(email);
  expect((await shop.call('GET', '/user', { token: await browser.accessToken(email) })).status).toBe(403);
  expect(await actsOn(shop, email)).toEqual([
    {
      act: 'user.deactivated',
      before: { role: 'admin', deactivated: false },
      after: { role: 'customer', deactivated: true },
    },
    { act: 'user.let-back-in', before: { deactivated: true }, after: { deactivated: false } },
  ]);
});

test('so does one who was removed by a version that left them the role', async () => {
  const email = 'left-with-it@example.com';
  await shop.person(email, 'admin');
  await shop.databases.write
    .updateTable('shop_user')
    .set({ deactivated_at: shop.deps.now() })
    .where('email', '=', email)
    .execute();
  await letIn(email, admin);
  expect(await userOf(email)).toMatchObject({ role: 'customer', deactivated: false });
  expect(await actsOn(shop, email)).toMatchObject([
    { before: { role: 'admin' }, after: { role: 'customer' } },
  ]);
});

test('whoever was never removed keeps their role, tokens and sessions, and nothing is written down', async () => {
  const email = 'never-gone@example.com';
  const token = await shop.person(email, 'admin');
  expect((await letIn(email, admin)).body).toEqual({ modifiedCount: 0 });
  expect((await shop.call('GET', '/user', { token })).status).toBe(200);
  expect(await actsOn(shop, email)).toEqual([]);
});

test('removing and letting in at the same moment come one after the other, each of them written down', async () => {
  const email = 'to-and-fro@example.com';
  await shop.person(email, 'customer');
  let changes = 0;
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([
      remove(email),
      letIn(email, admin),
      remove(email),
      letIn(email, admin),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of answers) changes += body.modifiedCount;
  }
  const acts = (await actsOn(shop, email)).map(({ act }) => act);
  expect(acts).toHaveLength(changes);
  const inTurn = acts.map((_, at) => (at % 2 === 0 ? 'user.deactivated' : 'user.let-back-in'));
  expect(acts).toEqual(inTurn);
  expect((await userOf(email)).deactivated).toBe(changes % 2 === 1);
});

test('it is for admins, and of somebody', async () => {
  const email = 'outside@example.com';
  const customer = await shop.person('inside@example.com', 'customer');
  await shop.person(email, 'customer');
  await remove(email);
  expect((await letIn(email, customer)).status).toBe(403);
  expect((await letIn(email)).status).toBe(401);
  expect((await letIn('nobody@example.com', admin)).status).toBe(404);
  expect((await userOf(email)).deactivated).toBe(true);
});

test('none of this was a fault', () => {
  expect(shop.logged).toEqual([]);
});
