/** What a demo's first start makes, however often it is interrupted or repeated. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { demoPasswords } from '#main/demo/passwords.ts';
import { writeSampleFiles } from '#main/demo/sample-files.ts';
import { seedCatalogue } from '#main/demo/seed-catalogue.ts';
import { seedPeople } from '#main/demo/seed-people.ts';
import type { Progress } from '#main/progress.ts';
import { applyImport, workOnImport } from '#server/catalogue/import/import-run.ts';
import { receiveFile } from '#server/catalogue/import/receive-file.ts';
import { readConfig } from '#server/platform/config.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type TestShop } from '../shop.ts';

const PASSWORDS = { DEMO_ADMIN_PASSWORD: 'adminadmin', DEMO_BUYER_PASSWORD: 'buyerbuyer' };
const quiet: Progress = { step: (_label, work) => work(() => {}) };
const CATALOGUE_MS = 120_000;

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

const people = (variables: Readonly<Record<string, string>> = PASSWORDS) =>
  seedPeople(shop.shop, { config: readConfig(variables), dataDir: shop.dataDir }, quiet);
const catalogue = () =>
  seedCatalogue(
    {
      databases: shop.databases,
      config: readConfig({}),
      dataDir: shop.dataDir,
      now: () => new Date(),
      log: shop.shop.deps.log,
    },
    quiet,
  );
const counted = async (table: 'shop_order' | 'review' | 'fitment' | 'part') => {
  const row = await shop.databases.write
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
};

async function stockShelves(): Promise<void> {
  const admin = await shop.person('admin');
  // Just enough for one order each, so that a second start finds other parts to order.
  for (let part = 0; part < 12; part += 1) await makePart(shop, admin, { minOrder: 2, stock: 6 });
}

it('takes over another password, and makes orders and reviews once', async () => {
  await stockShelves();
  await people();
  const before = [await counted('shop_order'), await counted('review')];
  expect(before[0]).toBe(5);
  // Answers of repeatable calls are forgotten after a week.
  await shop.databases.write.deleteFrom('idempotent_answer').execute();
  await people({ ...PASSWORDS, DEMO_BUYER_PASSWORD: 'another one' });
  expect([await counted('shop_order'), await counted('review')]).toEqual(before);
  const signedIn = await shop.call('POST', '/auth/sign-in/email', {
    body: { email: 'buyer@mainshaft.example', password: 'another one' },
    headers: { origin: shop.url },
  });
  expect(signedIn.status).toBe(200);
});

it('goes on after a start that was interrupted before the passwords were kept', async () => {
  await stockShelves();
  const { file } = await people();
  await rm(file);
  await people();
  expect((await demoPasswords(readConfig(PASSWORDS), shop.dataDir)).isFirst).toBe(false);
});

it('goes on with a catalogue whose loading was interrupted half way', { timeout: CATALOGUE_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mainshaft-demo-test-'));
  const { deps } = shop.shop;
  const begin = async (path: string) => {
    const received = await receiveFile(
      deps,
      { fileName: 'sample-parts.csv', actorId: null },
      createReadStream(path),
    );
    if (isRefusal(received)) throw new Error(received.code);
    return received.importId;
  };
  try {
    const { parts } = await writeSampleFiles(folder);
    // Killed while it was applied.
    const id = await begin(parts);
    while ((await workOnImport(deps, id)) === 'more');
    await applyImport(deps, id, { skipErrors: false });
    await workOnImport(deps, id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const half = await counted('part');
  await catalogue();
  const whole = await counted('part');
  expect([half > 0, whole > half, (await counted('fitment')) > 10_000]).toEqual([true, true, true]);
  expect(
    await shop.databases.write
      .selectFrom('import_run')
      .select('state')
      .where('finished_at', 'is', null)
      .execute(),
  ).toEqual([]);
});

it("leaves an owner's own catalogue alone", { timeout: CATALOGUE_MS }, async () => {
  await makePart(shop, await shop.person('admin'));
  await catalogue();
  expect([await counted('part'), await counted('fitment')]).toEqual([1, 0]);
});
