/**
 * One process that prepares whatever is missing and then serves the shop, works on its jobs and, unless DATABASE_URL
 * names a server, keeps the embedded database running.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveDataDir } from '#server/adapters/database/data-dir.ts';
import { readConfig } from '#server/platform/config.ts';
import { holdPort } from '#server/platform/free-port.ts';
import { takeInstanceLock } from '#server/platform/instance-lock.ts';
import { openLog } from '#server/platform/log.ts';
import { PROJECT } from '#server/platform/project-folder.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { type Ending, endInOrder } from './end-in-order.ts';
import { openShopDatabase } from './open-shop-database.ts';
import type { MakePages } from './pages.ts';
import { openProgress } from './progress.ts';
import { secretsOf } from './secrets.ts';

async function open(makePages: MakePages, ending: Ending): Promise<void> {
  const { undo, stopping } = ending;
  const envFile = join(PROJECT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env);
  const progress = openProgress(process.stdout);
  const log = openLog(config.LOG_LEVEL);

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
  const held = await holdPort({ wanted: config.PORT, host: config.HOST });
  undo.push(() => held.release());
  const { port, note } = held;
  if (note !== undefined) process.stdout.write(`  ${note}\n`);
  const address = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
  await lock?.update({ address });
  const secrets = await secretsOf(config, data.dir);

  let rest: Promise<typeof import('./serve-shop.ts')> | undefined;
  const loadRest = () => {
    rest ??= import('./serve-shop.ts');
    // Looked at below; until then a failure is nobody's unhandled one.
    rest.catch(() => {});
    return rest;
  };
  const { databases } = await progress.step('Database', async (tell) => {
    stopping.throwIfAborted();
    // An embedded one starts in a process of its own, and most of the shop's thousand modules are loaded meanwhile.
    const opening = openShopDatabase(config, data.dir, log, { meanwhile: loadRest, stopping });
    const opened = await ending.opened(opening, (database) => database.close());
    tell(opened.description);
    return opened;
  });
  const { serveShop } = await loadRest();
  await serveShop(
    { config, databases, dataDir: data.dir, secrets, held, address, log, progress, makePages },
    undo,
  );
}

/**
 * Runs the shop until a signal ends it: requests under way are finished, then everything is let go of. Ends the process,
 * with 1 when the shop could not be opened.
 */
export async function runShop(makePages: MakePages): Promise<void> {
  const ending = endInOrder(() => process.exit(0));
  try {
    await open(makePages, ending);
  } catch (error) {
    // Stopped while opening: what broke is what the stopping took away.
    if (ending.stopping.aborted) return;
    // What a person can put right is told in words; anything else is a defect and keeps its stack.
    const isExpected = error instanceof SetupError;
    const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
    process.stderr.write(`\n${text}\n\n`);
    await ending.stop(() => process.exit(1));
  }
}
