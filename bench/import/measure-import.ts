/** `npm run bench -- import`: large files brought as an owner brings them, while buyers go on, beside bare COPY. */
import { join } from 'node:path';
import pg from 'pg';
import { prepareDatabase } from '#main/prepare-database.ts';
import type { PartType } from '#main/reference/part-types.ts';
import { openDatabases } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/log.ts';
import { ensureUser } from '#server/users/ensure-user.ts';
import { startChild } from '../child-process.ts';
import { describeMachine } from '../machine.ts';
import { openBench, type Undo } from '../open-bench.ts';
import { FLAG, readOptions, wholeNumber } from '../options.ts';
import { formatProfile } from '../profile.ts';
import { formatMachine } from '../report.ts';
import { keepResults } from '../results.ts';
import type { VehicleRow } from '../search/large-catalogue.ts';
import { seed } from '../seed.ts';
import { startShop } from '../shop.ts';
import { type BareImport, bareFitments, bareParts, type Counts, countRows } from './bare-import.ts';
import type { AskBuyers, Waited } from './buyers.ts';
import { type ImportFile, writeImportFiles } from './import-files.ts';
import { type Brought, ownerOf } from './owner.ts';
import type { Phase } from './phase.ts';
import { formatImport, type ImportFigures } from './report-import.ts';
import { openWatch } from './watch.ts';

const SEED = 42;
/** Buyers alone, before anything is imported. */
const BEFORE_SECONDS = 30;

/** @param undo gets what is to be undone at the end, the last one first */
export async function measureImport(args: readonly string[], undo: Undo): Promise<void> {
  const { rows, profile } = readOptions(args, {
    rows: wholeNumber({ from: 1_000, to: 5_000_000, unlessTold: 100_000 }),
    profile: FLAG,
  });
  console.error('Database, catalogue, buyers …');
  const { folder, database, opening, loadBefore } = await openBench(undo);
  const { url } = database;
  const seeded = await seed(opening);
  const files = await makeFiles(folder, url, rows);
  console.error(`${files.parts.rows} parts and ${files.fitments.rows} fitments to bring`);

  const profileFolder = join(folder, 'profile');
  const shop = await startShop(
    { ...opening, works: true, hasPages: false },
    profile ? profileFolder : undefined,
  );
  let isShopOpen = true;
  const closeShop = async () => {
    if (isShopOpen) await shop.stop();
    isShopOpen = false;
  };
  undo.push(closeShop);
  const buyers = await startChild<AskBuyers, Waited>(new URL('./buyers.ts', import.meta.url));
  undo.push(() => buyers.stop());
  const { parts, buyerIds, secrets } = seeded;
  await buyers.ask({ url: shop.url, parts, buyerIds, tokenSecret: secrets.accessToken });

  const before = await countRows(url);
  const watch = await openWatch({ shop, buyers, databaseUrl: url, databasePid: database.pid });
  undo.push(() => watch.close());
  const phases: Phase[] = [];
  const during = async <T>(name: string, phaseRows: number, work: () => Promise<T>): Promise<T> => {
    const { done, phase } = await watch.during(name, phaseRows, work);
    phases.push(phase);
    console.error(`  ${name}: ${phase.seconds.toFixed(1)} s`);
    return done;
  };
  await during(
    'buyers alone',
    0,
    () => new Promise((resolve) => setTimeout(resolve, BEFORE_SECONDS * 1_000)),
  );
  const owner = await ownerOf(shop.url, await makeOwner(url), secrets.accessToken);
  const seenMs: number[] = [];
  const brought: Brought[] = [];
  for (const [kind, file] of Object.entries(files)) {
    const id = await during(`${kind}, staged`, file.rows, () => owner.upload(file));
    await during(`${kind}, dry run`, file.rows, () => owner.untilChecked(id));
    const seen = await during(`${kind}, applied`, file.rows, () => owner.apply(id, kind === 'parts'));
    seenMs.push(...seen);
    brought.push(await owner.look(id));
  }
  await during('buyers afterwards', 0, () => owner.untilTidy(url));
  const after = await countRows(url);
  const disk = await watch.disk();
  await watch.close();
  await buyers.stop();
  await closeShop();
  if (profile) {
    console.log(await formatProfile(profileFolder));
    return;
  }

  console.error('The limit …');
  const { limits, counts } = await measureLimit(url, files);
  const added = Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  );
  expectSame(added, counts);
  const machine = describeMachine(database, folder, loadBefore);
  const figures: ImportFigures = { rows, phases, limits, seenMs, disk, files, brought };
  console.log(`\n${formatMachine(machine)}\n\n${formatImport(figures)}\n`);
  await keepResults(`import-${rows}`, { machine, ...figures });
}

async function makeFiles(folder: string, url: string, rows: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const vehicles = await client.query<VehicleRow>(
      'SELECT id, kind, make, model, year::int FROM vehicle ORDER BY id',
    );
    const types = await client.query<PartType & { id: number }>('SELECT * FROM part_type ORDER BY code');
    return await writeImportFiles(folder, rows, SEED, types.rows, vehicles.rows);
  } finally {
    await client.end();
  }
}

/** Somebody who may import. */
async function makeOwner(url: string): Promise<{ readonly userId: string; readonly epoch: number }> {
  const databases = openDatabases({ url, maxConnections: 1, onIdleError: () => {} });
  try {
    const email = 'owner@bench.example';
    const identity = { issuer: 'bench', subject: email, email, emailVerified: true, name: 'Owner' };
    const { id: userId } = await ensureUser({ databases, now: () => new Date() }, identity, 'admin');
    const { token_epoch: epoch } = await databases.write
      .selectFrom('shop_user')
      .select('token_epoch')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return { userId, epoch };
  } finally {
    await databases.close();
  }
}

export type Limits = { readonly parts: BareImport; readonly fitments: BareImport };

/** In a database of its own on the same server. */
async function measureLimit(
  url: string,
  files: { readonly parts: ImportFile; readonly fitments: ImportFile },
): Promise<{ readonly limits: Limits; readonly counts: Counts }> {
  const name = `bench_limit_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name}`);
    const limitUrl = new URL(url);
    limitUrl.pathname = `/${name}`;
    const databases = openDatabases({ url: limitUrl.href, maxConnections: 2, onIdleError: () => {} });
    await prepareDatabase(databases, openLog('warn')).finally(() => databases.close());
    const limits = {
      parts: await bareParts(limitUrl.href, files.parts),
      fitments: await bareFitments(limitUrl.href, files.fitments),
    };
    return { limits, counts: await countRows(limitUrl.href) };
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

/** Both sides must have made the same rows. */
function expectSame(ours: Counts, limit: Counts): void {
  const different = Object.keys(limit).filter((name) => ours[name] !== limit[name]);
  if (different.length === 0) return;
  const said = different.map((name) => `${name}: ${ours[name]}, the limit ${limit[name]}`);
  throw new Error(`The import and its limit did not do the same: ${said.join('; ')}`);
}
