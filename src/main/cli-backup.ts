/** `npm run cli -- backup`, `verify` and `restore`: copies of the data directory, with its embedded database. */
import { chmod, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { canReach, databaseAccount } from '#server/adapters/database/account.ts';
import { takeBackup } from '#server/adapters/database/backup.ts';
import { type Manifest, readManifest } from '#server/adapters/database/backup-manifest.ts';
import { checkDatabase } from '#server/adapters/database/check-database.ts';
import { clusterFolder, resolveDataDir } from '#server/adapters/database/data-dir.ts';
import { startEmbedded } from '#server/adapters/database/embedded.ts';
import { restoreBackup } from '#server/adapters/database/restore.ts';
import type { Config } from '#server/platform/config.ts';
import { openDatabases } from '#server/platform/db/database.ts';
import { latestMigration } from '#server/platform/db/migrate.ts';
import type { Log } from '#server/platform/log.ts';
import { PROJECT } from '#server/platform/project-folder.ts';
import { wrongBooks } from '#server/read-models/books.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { CommandError } from './command-error.ts';
import type { Ending } from './end-in-order.ts';
import { keepLastBackup } from './last-backup.ts';
import { openProgress, type Progress } from './progress.ts';

export const BACKUP_HELP = `  backup FOLDER       Copy the data directory with its embedded database into a new folder, while the shop sells.
    --verify          Then do what verify does.
  verify FOLDER       Look whether a backup is good: compare all files with their checksums, start its database beside
                      the shop's, read every table and index of it, and see that its books agree.
  restore FOLDER [TO] Make a data directory out of a backup: in the empty folder TO, or else in DATA_DIR.`;

type Say = (text: string) => void;
const FINDINGS_SHOWN = 20;

type VerifyContext = {
  readonly log: Log;
  readonly say: Say;
  readonly ending: Pick<Ending, 'opened' | 'stopping'>;
};
type BackupContext = VerifyContext & { readonly config: Config; readonly verify: boolean };

/** Backs up what the shop keeps on this machine. */
export async function runBackup(folder: string, context: BackupContext): Promise<void> {
  const { config, verify, say } = context;
  refuseServer(config, 'backed up');
  const progress = openProgress(process.stdout);
  const data = await resolveDataDir({ dataDir: config.DATA_DIR, cwd: PROJECT });
  const database = await openEmbedded(data.dir, context);
  let manifest: Manifest;
  try {
    const migration = (await withPools(database.url, (db) => latestMigration(db))) ?? 'none';
    manifest = await progress.step('Backup', (tell) =>
      takeBackup({
        dataDir: data.dir,
        url: database.url,
        into: folder,
        about: { version: packageJson.version, migration },
        tell,
      }),
    );
  } finally {
    await database.stop();
  }
  await keepLastBackup(data.dir, { endedAt: manifest.endedAt, folder, isVerified: false });
  if (verify) {
    await check(folder, manifest, progress, context);
    await keepLastBackup(data.dir, { endedAt: manifest.endedAt, folder, isVerified: true });
  }
  say(`\n${describe(manifest)} is in ${folder}${verify ? ', and it is good' : ''}.`);
}

/** Looks whether a backup is good. */
export async function runVerify(folder: string, context: VerifyContext): Promise<void> {
  const manifest = await readManifest(folder);
  await check(folder, manifest, openProgress(process.stdout), context);
  context.say(`\n${describe(manifest)} is good.`);
}

/** Restores a backup into a folder, relative to the project. */
export async function runRestore(
  folder: string,
  to: string | undefined,
  config: Config,
  say: Say,
): Promise<void> {
  if (to === config.DATA_DIR) refuseServer(config, 'restored');
  await readManifest(folder);
  const { dir } = await resolveDataDir({ dataDir: to, cwd: PROJECT });
  const manifest = await openProgress(process.stdout).step('Restore', (tell) =>
    restoreBackup({ backup: folder, into: dir, tell }),
  );
  say(`\n${describe(manifest)} is restored in ${dir}.`);
  say(dir === to ? `Start the shop on it: DATA_DIR=${dir} npm start` : 'Start the shop: npm start');
}

function refuseServer(config: Config, done: string): void {
  if (config.DATABASE_URL === undefined) return;
  throw new CommandError(
    `DATABASE_URL names a server, whose database is ${done} with its own tools: docs/running.md says how.`,
  );
}

/** `The backup of 2026-11-21 22:41:16 UTC (version 0.1.0)` */
const describe = ({ endedAt, version }: Manifest): string =>
  `The backup of ${endedAt.slice(0, 19).replace('T', ' ')} UTC (version ${version})`;

/** The embedded database of a folder, which does not outlive the command. */
const openEmbedded = (dataDir: string, { log, ending }: VerifyContext) =>
  ending.opened(startEmbedded({ dataDir, log, stopping: ending.stopping }), (database) => database.stop());

async function check(
  folder: string,
  manifest: Manifest,
  progress: Progress,
  context: VerifyContext,
): Promise<void> {
  const scratch = await openScratch(folder);
  try {
    await progress.step('Files', (tell) =>
      restoreBackup({ backup: folder, into: scratch, isLasting: false, tell }),
    );
    const database = await progress.step('Start of the copy', () => openEmbedded(scratch, context));
    try {
      const found = await progress.step('Tables and indexes', async (tell) => {
        const checked = await checkDatabase(database.url, tell);
        tell(`${checked.tables} tables, ${checked.indexes} indexes`);
        return checked;
      });
      const wrong = await progress.step('Books', () =>
        withPools(database.url, async (db) => (manifest.migration === 'none' ? [] : wrongBooks(db))),
      );
      refuse(folder, [...found.findings, ...wrong]);
    } finally {
      await database.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function refuse(folder: string, findings: readonly string[]): void {
  if (findings.length === 0) return;
  const more = findings.length - FINDINGS_SHOWN;
  throw new CommandError(
    [
      `\nThe backup ${folder} is not good:`,
      ...findings.slice(0, FINDINGS_SHOWN).map((finding) => `- ${finding}`),
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join('\n'),
  );
}

/** A folder for the copy, where the database's user can reach it: beside the backup, or among temporary files. */
async function openScratch(backup: string): Promise<string> {
  for (const parent of [dirname(backup), tmpdir()]) {
    const scratch = join(parent, `${basename(backup)}.verifying`);
    // Of a look that was interrupted.
    await rm(scratch, { recursive: true, force: true }).catch(() => {});
    const made = await mkdir(scratch, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (!made) continue;
    const account = databaseAccount(clusterFolder(scratch));
    if (account !== undefined) await chmod(scratch, 0o711);
    if (account === undefined || canReach(scratch, account)) return scratch;
    await rm(scratch, { recursive: true });
  }
  throw new CommandError(
    `The copy that is looked at needs a folder beside the backup, or in ${tmpdir()}, that the database's user can reach.`,
  );
}

async function withPools<T>(
  url: string,
  work: (db: ReturnType<typeof openDatabases>['write']) => Promise<T>,
): Promise<T> {
  const databases = openDatabases({ url, maxConnections: 2, onIdleError: () => {} });
  try {
    return await work(databases.write);
  } finally {
    await databases.close();
  }
}
