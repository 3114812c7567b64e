/** Makes a database ready for this version of the shop. Serving processes never do this by themselves. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { keepPartTypes } from '#server/catalogue/reference.ts';
import type { Databases, Querier } from '#server/platform/db/database.ts';
import { migrate, schemaState } from '#server/platform/db/migrate.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Log } from '#server/platform/log.ts';
import { PROJECT } from '#server/platform/project-folder.ts';
import { installQueue, QUEUES } from '#server/platform/queue.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { keepVehicles } from '#server/vehicles/reference.ts';

const PART_TYPES = join(PROJECT, 'reference/part-types.json');
/** What preparing brings into a database, beside migrations; the packages are in it for the queue's own tables. */
const BROUGHT = [PART_TYPES, join(PROJECT, 'reference/vehicles.csv'), join(PROJECT, 'package-lock.json')];

/**
 * Migrates, installs the queue and loads part types and vehicles. Answers what was new, in words. A database that a later
 * version has prepared is left as it is.
 *
 * @throws SetupError when a later version has taken away what this one uses
 */
export async function prepareDatabase(databases: Databases, log: Log): Promise<string[]> {
  return (await standOf(databases)) === 'later' ? [] : prepare(databases, log);
}

/** The same for a start, which need not wait for what the same version has done before. */
export async function prepareDatabaseOnce(databases: Databases, log: Log): Promise<string[]> {
  const stand = await standOf(databases);
  const isPrepared = stand === 'same' && (await readMark(databases.write)) === ownMark();
  return stand === 'later' || isPrepared ? [] : prepare(databases, log);
}

async function standOf({ write }: Databases): Promise<'behind' | 'same' | 'later'> {
  const state = await schemaState(write);
  if (state.is === 'ahead') {
    throw new SetupError(
      `The database is of a later version of the shop, which no version without migration ${state.needs} can work with. ` +
        'Start that version, or a backup from before it.',
    );
  }
  if (state.is === 'behind') return 'behind';
  return state.isLater ? 'later' : 'same';
}

async function prepare(databases: Databases, log: Log): Promise<string[]> {
  const { readVehicles } = await import('./reference/vehicles.ts');
  const migrations = await migrate(databases.writePool, { log });
  await installQueue(databases.writePool, log);
  const done = migrations.map((name) => `migration ${name}`);
  const partTypes: unknown = JSON.parse(readFileSync(PART_TYPES, 'utf8'));
  await inTransaction(databases.write, async (tx) => {
    const changedTypes = await keepPartTypes(tx, partTypes);
    if (changedTypes > 0) done.push(`${changedTypes} part types`);
    const newVehicles = await keepVehicles(tx, readVehicles());
    if (newVehicles > 0) done.push(`${newVehicles} vehicles`);
    await sql`COMMENT ON TABLE kysely_migration IS ${sql.lit(ownMark())}`.execute(tx);
  });
  return done;
}

/** What this version prepares a database with, as one word. */
function ownMark(): string {
  const hash = createHash('sha256').update(JSON.stringify(QUEUES));
  for (const file of BROUGHT) hash.update(readFileSync(file));
  return `prepared ${hash.digest('hex').slice(0, 16)}`;
}

/** The word of the last preparation: the comment on the table of migrations, which is about the whole database, too. */
async function readMark(db: Querier): Promise<string | null> {
  const { rows } = await sql<{ mark: string | null }>`
    SELECT obj_description('kysely_migration'::regclass, 'pg_class') AS mark`.execute(db);
  return rows[0]?.mark ?? null;
}
