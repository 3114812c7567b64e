/**
 * How many statements each operation of the shop sends when it does what it is for: exactly, as in
 * `statement-budgets.test.ts`, which holds some of them at several sizes. An operation that is not in the tables does not
 * compile.
 *
 * Budgets of calls are off, and with them the tries of passwords, which take statements of their own; the last test has them on.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IdentityTable, identityTable } from '#contract/identity.ts';
import type { Operation } from '#contract/kernel/operation.ts';
import { type ShopTable, table } from '#contract/table.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type TestShop } from '../shop.ts';
import { addDiscs } from './discs-and-pads.ts';
import { identityBudgets } from './identity-budgets.ts';
import { CALLER, PLACING } from './known-budgets.ts';
import { type Budget, send, type World } from './operation-budget.ts';
import { told, watchStatements } from './sent-statements.ts';
import { shopBudgets } from './shop-budgets.ts';

let world: World;
/** One that counts the calls of its callers, and believes them where they come from. */
let limited: TestShop;
let watching: Awaited<ReturnType<typeof watchStatements>>;

beforeAll(async () => {
  const shop = await openTestShop({ env: { ANSWER_CACHE_MB: '8', MAX_UNPAID_ORDERS: '1000' } });
  const admin = await shop.person('admin');
  const discs: string[] = [];
  await addDiscs(shop, admin, discs, 2);
  world = { shop, admin, buyer: await shop.person('customer'), disc: discs[0] ?? '' };
  limited = await openTestShop({ env: { RATE_LIMITS: 'true', TRUST_PROXY: 'true' } });
  const pools = [shop, limited].flatMap(({ databases }) => [databases.readPool, databases.writePool]);
  watching = await watchStatements(pools);
});
afterAll(async () => {
  watching?.end();
  await limited?.close();
  await world?.shop.close();
});

it.each(Object.entries<Budget>({ ...shopBudgets, ...identityBudgets }))(
  '%s keeps to its budget',
  async (name, [statements, prepare]) => {
    const operation: Operation = { ...table, ...identityTable }[
      name as keyof ShopTable | keyof IdentityTable
    ];
    const ready = async () => {
      const asked = await prepare(world);
      return typeof asked === 'function' ? asked : () => send(world, operation, asked);
    };
    await (await ready())();
    const { sent, answer } = await watching.during(await ready());
    expect(answer.status, String(answer.body)).toBeLessThan(400);
    expect(sent.statements.length, told(sent)).toBe(statements);
  },
);

// Of what all accounts at an address may do together, several calls are taken at once.
it('an order takes its budget of calls by a statement more, and the first at an address by two', async () => {
  const { token } = await limited.person('customer');
  const partId = await makePart(limited, await limited.person('admin'));
  const orderFrom = (address: string) =>
    limited.call('POST', '/order', {
      token,
      headers: { 'x-forwarded-for': address },
      body: { partId, orderQuantity: 1, address: '1 Test Road', phone: '+880 1' },
    });
  await orderFrom('203.0.113.1');
  for (const more of [2, 1]) {
    const { sent, answer } = await watching.during(() => orderFrom('203.0.113.2'));
    expect(answer.status).toBe(201);
    expect(sent.statements.length, told(sent)).toBe(CALLER + PLACING + more);
  }
});
