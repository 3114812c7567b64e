/**
 * One process that prepares whatever is missing and then serves the shop, works on its jobs and, unless DATABASE_URL
 * names a server, keeps the embedded database running.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveDataDir } from '#server/adapters/database/data-dir.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { choosePort } from '#server/platform/free-port.ts';
import { takeInstanceLock } from '#server/platform/instance-lock.ts';
import { loadGauge, watchLoad } from '#server/platform/load.ts';
import { openLog } from '#server/platform/log.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { assembleShop } from './assemble.ts';
import { identityOrigins } from './choose-identity.ts';
import { chooseTelemetry } from './choose-telemetry.ts';
import type { DemoPasswords } from './demo/passwords.ts';
import { seedCatalogue } from './demo/seed-catalogue.ts';
import { seedPeople } from './demo/seed-people.ts';
import { frontDoor, listen } from './http-server.ts';
import { openShopDatabase } from './open-shop-database.ts';
import type { MakePages } from './pages.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openProgress } from './progress.ts';
import { safetyHeaders } from './safety-headers.ts';
import { secretsOf } from './secrets.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** Things to undo when the shop stops, the last one first. */
type Undo = (() => Promise<void>)[];

async function open(makePages: MakePages, undo: Undo): Promise<void> {
  const envFile = join(PROJECT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env);
  const progress = openProgress(process.stdout);
  const log = openLog(config.LOG_LEVEL);
  const now = () => new Date();

  const isEmbedded = config.DATABASE_URL === undefined;
  const data = await resolveDataDir({ dataDir: config.DATA_DIR, cwd: PROJECT, embedded: isEmbedded });
  if (data.note !== undefined) process.stdout.write(`  ${data.note}\n`);
  // On a server's database any number of processes may run, and share their pictures and secrets.
  const lock = isEmbedded
    ? await takeInstanceLock(data.dir, { address: 'an address that it has yet to choose' })
    : undefined;
  if (lock !== undefined && 'heldBy' in lock) {
    const { pid, address: where } = lock.heldBy;
    throw new SetupError(
      `The shop already runs on this data: ${where} (process ${pid}, data in ${data.dir}).\n` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
  }
  undo.push(async () => lock?.release());
  const { port, note } = await choosePort({ wanted: config.PORT, host: config.HOST });
  if (note !== undefined) process.stdout.write(`  ${note}\n`);
  const address = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
  await lock?.update({ address });
  const secrets = await secretsOf(config, data.dir);

  // The pages are built while the database gets ready: each has a core.
  const pagesMade = progress.step('Pages', async (tell) => {
    const made = await makePages();
    undo.push(() => made.close());
    tell(made.description);
    return made;
  });
  // Looked at below; until then a failure is nobody's unhandled one.
  pagesMade.catch(() => {});
  const { databases } = await progress.step('Database', async (tell) => {
    const opened = await openShopDatabase(config, data.dir, log);
    undo.push(() => opened.close());
    tell(opened.description);
    return opened;
  });
  await progress.step('Schema and reference data', async (tell) => {
    const done = await prepareDatabase(databases, log);
    tell(done.length === 0 ? 'nothing to do' : done.join(', '));
  });
  if (config.isDemo) await seedCatalogue({ databases, config, dataDir: data.dir, now, log }, progress);
  const telemetry = await chooseTelemetry(config, databases);
  undo.push(() => telemetry.stop());
  const pages = await pagesMade;

  const origin = config.PUBLIC_URL?.replace(/\/+$/, '') ?? address;
  const shop = await assembleShop({ config, databases, dataDir: data.dir, secrets, port, origin, log, now });
  undo.push(() => shop.stop());
  const load = loadGauge({ maxInFlight: config.MAX_REQUESTS_IN_FLIGHT });
  const unwatch = watchLoad(load);
  undo.push(async () => unwatch());
  const door = frontDoor({
    shop: shop.app,
    pages: await pages.open({
      api: shop.anonymous,
      answers: shop.answers,
      origin,
      stripe: config.stripe !== undefined,
      pictureOrigins: config.images.origins,
      identityOrigins: identityOrigins(config.identity),
    }),
    databases,
    load,
  });
  const server = await listen(
    door,
    { host: config.HOST, port },
    { answers: shop.answers, headers: safetyHeaders(origin, config.STRICT_TRANSPORT) },
  );
  undo.push(() => server.stop());
  // A hosted provider's people are its own.
  const hasPeople = config.isDemo && shop.identity !== undefined;
  const people = hasPeople ? await seedPeople(shop, { config, dataDir: data.dir }, progress) : undefined;
  await shop.work();
  greet({ config, address, origin, dataDir: data.dir, people });
}

function greet(shop: {
  config: Config;
  address: string;
  origin: string;
  dataDir: string;
  people: { passwords: DemoPasswords; file: string } | undefined;
}): void {
  const lines = ['', `  ${shop.config.SHOP_NAME} is open: ${shop.address}`];
  if (shop.origin !== shop.address) lines.push(`  People reach it at ${shop.origin}`);
  if (shop.people !== undefined) {
    const { passwords, file } = shop.people;
    lines.push('', '  Sign in as');
    // A log that somebody keeps is no place for passwords; a terminal is the owner's own.
    if (process.stdout.isTTY) {
      lines.push(`    owner  admin@mainshaft.example  ${passwords.admin}`);
      lines.push(`    buyer  buyer@mainshaft.example  ${passwords.buyer}`);
    } else {
      lines.push(
        '    admin@mainshaft.example (owner) or buyer@mainshaft.example (buyer)',
        `    with the passwords in ${file}`,
      );
    }
  }
  if (shop.config.identity.provider === 'firebase') {
    lines.push(
      '',
      `  People sign in at the Firebase project ${shop.config.identity.projectId}.`,
      '  To make one of them an admin: npm run cli -- make-admin EMAIL',
    );
  }
  if (shop.config.stripe === undefined)
    lines.push('', '  Payments are a sandbox: no money moves. A card that works: 4242 4242 4242 4242');
  lines.push('', `  API: ${shop.address}/api/docs`, `  Data: ${shop.dataDir}`, '  Stop with Ctrl-C', '');
  process.stdout.write(`${lines.join('\n')}\n`);
}

/**
 * Runs the shop until a signal ends it: requests under way are finished, then everything is let go of. Ends the process,
 * with 1 when the shop could not be opened.
 */
export async function runShop(makePages: MakePages): Promise<void> {
  const undo: Undo = [];
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    for (const step of undo.reverse()) {
      await step().catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
      });
    }
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  try {
    await open(makePages, undo);
  } catch (error) {
    // Stopped while opening: what broke is what the stopping took away.
    if (stopping) return;
    // What a person can put right is told in words; anything else is a defect and keeps its stack.
    const isExpected = error instanceof SetupError;
    const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
    process.stderr.write(`\n${text}\n\n`);
    await stop(1);
  }
}
