/** A database of its own for a test file: a copy of the migrated template, dropped when the file is done. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type DatabaseOptions, type Databases, openDatabases } from '#server/platform/db/database.ts';

export type TestDatabase = { readonly url: string; readonly databases: Databases; drop(): Promise<void> };

/** Leads the shop to its database by another way: what is written, or all of it, through a proxy, say. */
export type Detour = (url: string) => Partial<Pick<DatabaseOptions, 'url' | 'readUrl' | 'statementWithinMs'>>;

/** Makes the copy. Call `drop` when done, or let {@link testDatabase} do it. */
export async function createTestDatabase(detour: Detour = () => ({})): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('serverUrl') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject('template')}`);
  const url = new URL(inject('serverUrl'));
  url.pathname = `/${name}`;
  const databases = openDatabases({
    url: url.href,
    maxConnections: 20,
    onIdleError: () => {},
    ...detour(url.href),
  });
  return {
    url: url.href,
    databases,
    async drop() {
      await databases.close();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** A database for one test, dropped when the test has finished. */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}
