/** `npm run cli -- <command>`: what an owner does from the command line. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isRefusal } from '#domain/refusal.ts';
import { resolveDataDir } from '#server/adapters/database/data-dir.ts';
import { createSecondFactorKeeper } from '#server/adapters/identity/second-factor-keeper.ts';
import { createSecurityNotices } from '#server/adapters/identity/security-notices.ts';
import { auditOfCommand } from '#server/audit/audit.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { schemaState } from '#server/platform/db/migrate.ts';
import { openLog } from '#server/platform/log.ts';
import { PROJECT } from '#server/platform/project-folder.ts';
import { openQueue } from '#server/platform/queue.ts';
import { makeAdmin } from '#server/users/make-admin.ts';
import { resetSecondFactor } from '#server/users/reset-second-factor.ts';
import { buildPages } from './build-pages.ts';
import { buildServer } from './build-server.ts';
import { issuerOf } from './choose-identity.ts';
import { BACKUP_HELP, runBackup, runRestore, runVerify } from './cli-backup.ts';
import { IMPORT_HELP, runExport, runImport } from './cli-import.ts';
import { CommandError } from './command-error.ts';
import { endBy, endInOrder } from './end-in-order.ts';
import { openShopDatabase, type ShopDatabase } from './open-shop-database.ts';
import { prepareDatabase } from './prepare-database.ts';

const HELP = `Commands:

${IMPORT_HELP}
  reconcile           Compare the books with the payment provider: put right what can be, and
                      report the rest, in which case the command fails.
    --days N            Over how many days; 3 unless told, at most 365.
${BACKUP_HELP}
  make-admin EMAIL    Make a user an admin. They sign up first.
  reset-second-factor EMAIL
                      Take away the second factor of somebody who has lost it; they are told by mail.
  migrate             Bring the database to this version, while earlier ones go on serving.
  build               Build the pages and join the server's modules, so that a start only has to serve them.
  help                This text.

Commands work on the same data as the shop (DATA_DIR or DATABASE_URL) and may run while it does, but for restore, which
needs an empty folder.`;

type Context = ShopDatabase & { readonly config: Config; readonly dataDir: string };
const log = openLog('warn');
const ending = endInOrder(endBy);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function run(words: readonly string[]): Promise<void> {
  const { values, positionals } = readWords(words);
  const [command, argument, second, ...rest] = positionals;
  const tooMany =
    command === 'export' || command === 'restore' ? rest : second === undefined ? [] : [second, ...rest];
  if (tooMany.length > 0) throw new CommandError(`Too many words: ${tooMany.join(' ')}\n\n${HELP}`);
  switch (values.help === true ? 'help' : command) {
    case undefined:
    case 'help':
      return say(HELP);
    case 'migrate':
      return withDatabase(async ({ databases }) => {
        const done = await prepareDatabase(databases, log);
        say(done.length === 0 ? 'The database is up to date.' : `Done: ${done.join(', ')}`);
      });
    case 'build': {
      const server = await buildServer();
      server.release();
      const pages = await buildPages();
      pages.release();
      return say(server.isNew || pages.isNew ? 'The shop is built.' : 'The shop was built already.');
    }
    case 'make-admin': {
      if (argument === undefined)
        throw new CommandError('make-admin needs an email: npm run cli -- make-admin EMAIL');
      return withDatabase((context) => promote(context, argument));
    }
    case 'backup':
    case 'verify':
    case 'restore': {
      if (argument === undefined)
        throw new CommandError(`${command} needs a folder: npm run cli -- ${command} FOLDER`);
      const config = readSettings();
      const folder = resolve(argument);
      if (command === 'verify') return runVerify(folder, { log, say, ending });
      if (command === 'restore')
        return runRestore(folder, second === undefined ? config.DATA_DIR : resolve(second), config, say);
      return runBackup(folder, { config, verify: values.verify === true, log, say, ending });
    }
    case 'reset-second-factor': {
      if (argument === undefined)
        throw new CommandError(
          'reset-second-factor needs an email: npm run cli -- reset-second-factor EMAIL',
        );
      return withDatabase((context) => takeSecondFactor(context, argument));
    }
    case 'import': {
      if (argument === undefined)
        throw new CommandError('import needs a file: npm run cli -- import parts.csv');
      return withDatabase(async (context) => {
        await requireMigrated(context);
        const options = {
          dryRun: values['dry-run'] === true,
          as: values.as,
          skipErrors: values['skip-errors'] === true,
          passOver: values['pass-over'] === true,
        };
        say(await runImport({ ...context, log }, argument, options));
      });
    }
    case 'export': {
      if (argument === undefined)
        throw new CommandError('export needs a kind: npm run cli -- export parts parts.csv');
      return withDatabase(async (context) => {
        await requireMigrated(context);
        await runExport({ ...context, log }, argument, second, values.format ?? 'csv');
      });
    }
    case 'reconcile':
      return withDatabase(async (context) => {
        await requireMigrated(context);
        // The shop's own provider is asked, so its keys are needed here.
        const config = readConfig(process.env);
        // Half of the shop comes with it: not for other commands.
        const { runReconcile } = await import('./cli-reconcile.ts');
        say(await runReconcile({ ...context, config, log }, values.days));
      });
    default:
      throw new CommandError(`There is no command "${command}".\n\n${HELP}`);
  }
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        'skip-errors': { type: 'boolean' },
        'pass-over': { type: 'boolean' },
        verify: { type: 'boolean' },
        as: { type: 'string' },
        format: { type: 'string' },
        days: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

function readSettings(): Config {
  const envFile = join(PROJECT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  // Commands take no payments, so they do not ask for a provider's keys.
  return readConfig({ ...process.env, SANDBOX_PAYMENTS: 'true' });
}

async function withDatabase(work: (context: Context) => Promise<void>): Promise<void> {
  const config = readSettings();
  const data = await resolveDataDir({
    dataDir: config.DATA_DIR,
    cwd: PROJECT,
    embedded: config.DATABASE_URL === undefined,
  });
  const { stopping } = ending;
  const opening = openShopDatabase(config, data.dir, log, { stopping });
  const opened = await ending.opened(opening, (database) => database.breakOff());
  try {
    await work({ ...opened, config, dataDir: data.dir });
  } finally {
    await opened.close();
  }
}

async function requireMigrated({ databases }: Context): Promise<void> {
  const state = await schemaState(databases.write);
  if (state.is === 'behind')
    throw new CommandError('The database is not of this version: run npm run cli -- migrate');
  if (state.is === 'ahead')
    throw new CommandError('The database is of a later version of the shop: use that one');
}

async function promote(context: Context, email: string): Promise<void> {
  await requireMigrated(context);
  const made = await makeAdmin(
    { databases: context.databases, issuer: issuerOf(context.config.identity) },
    email.trim().toLowerCase(),
    auditOfCommand('user.made-admin', () => new Date()),
    { evenUnverified: true },
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

async function takeSecondFactor(context: Context, email: string): Promise<void> {
  await requireMigrated(context);
  const { databases, config } = context;
  const now = () => new Date();
  const queue = await openQueue(databases.writePool, log);
  try {
    const taken = await resetSecondFactor(
      {
        databases,
        issuer: issuerOf(config.identity),
        secondFactors:
          config.identity.provider === 'embedded'
            ? createSecondFactorKeeper(createSecurityNotices(databases.write, queue.enqueue, now))
            : undefined,
      },
      email.trim().toLowerCase(),
      undefined,
      auditOfCommand('user.second-factor-reset', now),
    );
    if (isRefusal(taken)) throw new CommandError(`${taken.detail ?? taken.code}.`);
    say(
      taken.modifiedCount === 0
        ? `${email} has no second factor.`
        : `The second factor of ${email} is gone. They sign in with their password, and are told by mail.`,
    );
  } finally {
    await queue.stop();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  // Told to stop: what broke is what the stopping took away.
  if (!ending.stopping.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
