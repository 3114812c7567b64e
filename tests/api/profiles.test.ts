/** Profiles, over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

it('are found by the email that their owner has now', async () => {
  const admin = await shop.person('admin');
  const owner = await shop.person('customer', 'first@example.test');
  const made = await shop.call('POST', '/profile', { token: owner.token, body: { location: 'Dhaka' } });
  expect(made).toMatchObject({ status: 201, body: { success: true } });
  await shop.databases.write
    .updateTable('shop_user')
    .set({ email: 'second@example.test' })
    .where('id', '=', owner.id)
    .execute();
  const other = await shop.person('customer', 'first@example.test');

  const seen = (email: string, token: string) => shop.call('GET', `/profile/${email}`, { token });
  expect(await seen('second@example.test', owner.token)).toMatchObject({
    status: 200,
    body: { location: 'Dhaka' },
  });
  expect(await seen('second@example.test', admin.token)).toMatchObject({ status: 200 });
  expect(await seen('first@example.test', other.token)).toMatchObject({ status: 404 });
  expect(await seen('first@example.test', admin.token)).toMatchObject({ status: 404 });
  expect(await seen('second@example.test', other.token)).toMatchObject({ status: 404 });
});

it('are found by their id, by their owner and by admins', async () => {
  const admin = await shop.person('admin');
  const [owner, other] = [await shop.person('customer'), await shop.person('customer')];
  const idOf = async ({ token }: { token: string }) =>
    ((await shop.call('POST', '/profile', { token, body: {} })).body as { insertedId: string }).insertedId;
  const [id] = [await idOf(owner), await idOf(other)];
  const found = async ({ token }: { token: string }, asked = id) => {
    const { status, body, headers } = await shop.call('GET', `/profile?id=${asked}`, { token });
    const ids = Array.isArray(body) ? body.map(({ _id }: { _id: string }) => _id) : [];
    return [status, headers.get('x-total-count'), ...ids];
  };
  expect(await found(owner)).toEqual([200, '1', id]);
  expect(await found(admin)).toEqual([200, '1', id]);
  expect(await found(other)).toEqual([200, '0']);
  expect(await found(admin, '00000000-0000-4000-8000-000000000000')).toEqual([200, '0']);
  expect((await found(owner, 'none'))[0]).toBe(422);
});
