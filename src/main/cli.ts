/** `npm run cli -- <command>`: what an owner does from the command line. */
import { createReadStream, existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { currencyOf } from '#domain/money.ts';
import { isRefusal } from '#domain/refusal.ts';
import { resolveDataDir } from '#server/adapters/database/data-dir.ts';
import type { RowError } from '#server/catalogue/import/csv-file.ts';
import { importFitments } from '#server/catalogue/import/import-fitments.ts';
import { importParts } from '#server/catalogue/import/import-parts.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { pendingMigrations } from '#server/platform/db/migrate.ts';
import { openLog } from '#server/platform/log.ts';
import { makeAdmin } from '#server/users/make-admin.ts';
import { issuerOf } from './choose-identity.ts';
import { openShopDatabase, type ShopDatabase } from './open-shop-database.ts';
import { prepareDatabase } from './prepare-database.ts';

const HELP = `Commands:

  import FILE.csv     Import parts or fitments; the header tells which. All or nothing; the same file again changes
                      nothing. docs/import.md lists the columns.
  make-admin EMAIL    Make a user an admin. They sign up first.
  migrate             Bring the database to this version.
  help                This text.

Commands work on the same data as the shop (DATA_DIR or DATABASE_URL) and may run while it does.`;

/** Something that the person at the keyboard can put right; shown without a stack. */
class CommandError extends Error {}

type Context = ShopDatabase & { readonly config: Config };
const PROJECT = join(import.meta.dirname, '../..');
const log = openLog('warn');
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function run([command, argument, ...rest]: readonly string[]): Promise<void> {
  if (rest.length > 0) throw new CommandError(`Too many words: ${rest.join(' ')}\n\n${HELP}`);
  switch (command) {
    case undefined:
    case 'help':
    case '--help':
      return say(HELP);
    case 'migrate':
      return withDatabase(async ({ databases }) => {
        const done = await prepareDatabase(databases, log);
        say(done.length === 0 ? 'The database is up to date.' : `Done: ${done.join(', ')}`);
      });
    case 'make-admin': {
      if (argument === undefined)
        throw new CommandError('make-admin needs an email: npm run cli -- make-admin EMAIL');
      return withDatabase((context) => promote(context, argument));
    }
    case 'import': {
      if (argument === undefined)
        throw new CommandError('import needs a file: npm run cli -- import parts.csv');
      return withDatabase((context) => importCsv(context, argument));
    }
    default:
      throw new CommandError(`There is no command "${command}".\n\n${HELP}`);
  }
}

async function withDatabase(work: (context: Context) => Promise<void>): Promise<void> {
  const envFile = join(PROJECT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  // Commands take no payments, so they do not ask for a provider's keys.
  const config = readConfig({ ...process.env, SANDBOX_PAYMENTS: 'true' });
  const data = await resolveDataDir({
    dataDir: config.DATA_DIR,
    cwd: PROJECT,
    embedded: config.DATABASE_URL === undefined,
  });
  const opened = await openShopDatabase(config, data.dir, log);
  try {
    await work({ ...opened, config });
  } finally {
    await opened.close();
  }
}

async function requireMigrated({ databases }: Context): Promise<void> {
  const waiting = await pendingMigrations(databases.write);
  if (waiting.length > 0)
    throw new CommandError('The database is not of this version: run npm run cli -- migrate');
}

async function promote(context: Context, email: string): Promise<void> {
  await requireMigrated(context);
  const made = await makeAdmin(
    { databases: context.databases, issuer: issuerOf(context.config.identity) },
    email.trim().toLowerCase(),
    {
      evenUnverified: true,
    },
  );
  if (isRefusal(made)) {
    throw new CommandError(
      made.code === 'NOT_FOUND'
        ? `Nobody has signed in with ${email} yet. Let them sign up first.`
        : `The account of ${email} is deactivated.`,
    );
  }
  say(made.modifiedCount === 0 ? `${email} is an admin already.` : `${email} is an admin now.`);
}

async function importCsv(context: Context, path: string): Promise<void> {
  await requireMigrated(context);
  const { size } = await stat(path).catch(() => {
    throw new CommandError(`There is no file ${path}`);
  });
  const kind = await kindOfFile(path);
  const { config, databases } = context;
  const exchange = {
    list: currencyOf(config.LIST_CURRENCY),
    settlement: currencyOf(config.SETTLEMENT_CURRENCY),
    rate: config.EXCHANGE_RATE,
    date: config.EXCHANGE_RATE_DATE,
  };
  const deps = { databases, exchange, now: () => new Date() };
  const bar = progressBar(size);
  const file = bar.counting(createReadStream(path));
  const report = await (kind === 'parts'
    ? importParts(deps, file, bar.rows)
    : importFitments(deps, file, bar.rows));
  bar.end();
  if (isRefusal(report)) throw new CommandError(describeErrors(path, report.data.errors));
  say(`${path}: ${report.rows} rows, ${report.inserted} new, ${report.updated} changed.`);
}

/** Fitments have years; parts have a SKU. */
async function kindOfFile(path: string): Promise<'parts' | 'fitments'> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
    const header = buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0]?.toLowerCase() ?? '';
    return header.includes('year_from') ? 'fitments' : 'parts';
  } finally {
    await file.close();
  }
}

function describeErrors(path: string, errors: readonly RowError[]): string {
  const lines = errors.map(({ line, column, message }) => {
    const where = line === 0 ? '' : `line ${line}${column === '' ? '' : `, ${column}`}: `;
    return `  ${where}${message}`;
  });
  return `${path} was not imported; nothing has changed.\n${lines.join('\n')}`;
}

/** A bar on standard error that tells how far the file has been read, the rate and the time left. */
function progressBar(totalBytes: number) {
  const startedMs = performance.now();
  let readBytes = 0;
  const draw = (rows: number) => {
    if (!process.stderr.isTTY) return;
    const done = totalBytes === 0 ? 1 : readBytes / totalBytes;
    const elapsedSeconds = (performance.now() - startedMs) / 1_000;
    const left = done === 0 ? 0 : elapsedSeconds / done - elapsedSeconds;
    const bar = '█'.repeat(Math.round(done * 30)).padEnd(30, '░');
    const rate = Math.round(rows / Math.max(elapsedSeconds, 0.001));
    process.stderr.write(
      `\r${bar} ${Math.round(done * 100)} %  ${rows} rows  ${rate}/s  ${left.toFixed(0)} s left `,
    );
  };
  return {
    rows: draw,
    async *counting(file: AsyncIterable<Buffer>) {
      for await (const chunk of file) {
        readBytes += chunk.length;
        yield chunk;
      }
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
    },
  };
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
