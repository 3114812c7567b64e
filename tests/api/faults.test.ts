/**
 * Three processes of the shop on one database, killed while people order and pay. The short form of `npm run faults`.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { checkBooks } from '../faults/books.ts';
import { noFacts } from '../faults/people.ts';
import { runScenario } from '../faults/scenario.ts';
import { openWorld, type World } from '../faults/world.ts';

const SEED = process.env.FAULTS_SEED ?? Math.random().toString(36).slice(2, 10);

let folder: string;
let providerDatabase: TestDatabase;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mainshaft-faults-'));
  await chmod(folder, 0o755);
  providerDatabase = await createTestDatabase();
  const { writePool: providerPool } = providerDatabase.databases;
  world = await openWorld({ folder, kind: 'bare', apps: 3, buyers: 4, parts: 5, providerPool });
});
afterAll(async () => {
  await world?.close();
  await providerDatabase?.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const urlOf = (app: number) => world.apps[app]?.url ?? '';
const json = (body: unknown) => ({ 'content-type': 'application/json', body: JSON.stringify(body) });
async function call(app: number, method: string, path: string, given: Record<string, string> = {}) {
  const { body, ...headers } = given;
  const answer = await fetch(`${urlOf(app)}/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  };
}

it('who signs up at one process has a session at the next, and a token that the third believes', async () => {
  const email = 'everywhere@example.test';
  const signUp = json({ name: 'Everywhere', email, password: 'of-the-tests' });
  const made = await call(0, 'POST', '/auth/sign-up/email', signUp);
  expect(made.status).toBe(200);
  const cookie = made.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const proof = await call(1, 'GET', '/auth/token', { cookie });
  const exchange = { ...json({ email }), authorization: `Bearer ${proof.body.token}` };
  const token = await call(2, 'PUT', `/user/${email}`, exchange);
  expect(token.status).toBe(200);
  const mine = await call(0, 'GET', `/order?email=${email}`, { authorization: `Bearer ${token.body.token}` });
  expect([mine.status, mine.body]).toEqual([200, []]);
});

it('an order whose process is killed after it was placed is the same when it is asked for again at another', async () => {
  const [buyer] = world.buyers;
  const [partId] = world.parts.keys();
  if (buyer === undefined) throw new Error('nobody buys');
  const token = await world.tokens.issue({ userId: buyer.id, epoch: buyer.epoch }, new Date());
  const wish = {
    ...json({ partId, orderQuantity: 1, address: '1 Twice Road', phone: '+880 1' }),
    authorization: `Bearer ${token}`,
    'idempotency-key': 'asked-at-two-processes',
  };
  const first = await call(0, 'POST', '/order', wish);
  expect(first.status).toBe(201);
  world.apps[0]?.kill();
  const second = await call(1, 'POST', '/order', wish);
  expect(second.body).toEqual(first.body);
  const { rows } = await world.databases.writePool.query('SELECT count(*)::int AS orders FROM shop_order');
  expect(rows).toEqual([{ orders: 1 }]);
  await world.apps[0]?.opened();
});

it('books that are wrong are found out', async () => {
  const [partId = ''] = world.parts.keys();
  const told = noFacts();
  told.placed.set('00000000-0000-4000-8000-000000000000', { lines: [], amount: 1 });
  told.paid.set('00000000-0000-4000-8000-000000000000', 'pi_acknowledged');
  told.adjusted.set(partId, 7);
  const unheard = { intentId: 'pi_unheard', orderId: 'none', amount: 100, refunded: 0 };
  const move = 'UPDATE stock_level SET on_hand_units = on_hand_units + $2 WHERE part_id = $1';
  await world.databases.writePool.query(move, [partId, 1]);
  const findings = await checkBooks(world.databases, told, [unheard], world.parts);
  await world.databases.writePool.query(move, [partId, -1]);
  for (const found of [
    'the level of a part is the sum of its movements',
    `part ${partId} has 61 on hand instead of 67`,
    'was acknowledged and is lost',
    'the payment pi_acknowledged of order',
    'pi_unheard paid order none, which is not there',
  ])
    expect(findings.join('\n')).toContain(found);
});

it('no order and no payment is lost or doubled while processes, database and connections fail', async () => {
  const report = await runScenario({ world, seed: SEED, kills: 4, pauseMs: [100, 500], calmMs: 25_000 });
  expect({ seed: SEED, findings: report.findings }).toEqual({ seed: SEED, findings: [] });
  expect(report.facts.placed.size).toBeGreaterThan(0);
  expect(report.payments).toBeGreaterThan(0);
}, 90_000);
