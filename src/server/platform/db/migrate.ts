/** Migrations: the numbered SQL files of `migrations/`, applied in order, each once, in one transaction. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

const FOLDER = join(import.meta.dirname, '../../../../migrations');

async function migrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, -'.sql'.length),
      { up: async (db) => void (await sql.raw(await readFile(join(FOLDER, file), 'utf8')).execute(db)) },
    ]),
  );
}

const migrator = (db: Db) => new Migrator({ db, provider: { getMigrations: migrations } });

/** Applies what is missing and answers the names. Two at once are safe: the second waits and finds nothing to do. */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
}

/** Names of migrations that have not run; empty when the database is ready for this version. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const all = await migrator(db).getMigrations();
  return all.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name);
}
