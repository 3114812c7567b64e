/**
 * One PostgreSQL for a whole test run: the server that TEST_DATABASE_URL names, else the embedded one in a folder that
 * goes away with the run. The migrations run once, into a template that every test file copies.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '#main/prepare-database.ts';
import { openDatabases } from '#server/platform/db/database.ts';
import { type Log, openLog } from '#server/platform/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server, with the maintenance database in its path. */
    serverUrl: string;
    /** A migrated database to copy. */
    template: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = openLog('error');
  const given = process.env.TEST_DATABASE_URL;
  const folder = given === undefined ? await mkdtemp(join(tmpdir(), 'mainshaft-tests-')) : undefined;
  // As root the database runs as another user, who has to get in.
  if (folder !== undefined) await chmod(folder, 0o711);
  const embedded = folder === undefined ? undefined : await startServer(folder, log);
  const serverUrl = new URL(given ?? embedded?.url ?? '');
  serverUrl.pathname = '/postgres';
  const template = `template_${process.pid}`;
  const admin = new pg.Client({ connectionString: serverUrl.href });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${template}`;
  const databases = openDatabases({ url: url.href, maxConnections: 4, onIdleError: () => {} });
  await prepareDatabase(databases, log);
  await databases.close();
  project.provide('serverUrl', serverUrl.href);
  project.provide('template', template);
  return async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await admin.end();
    await embedded?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
}

async function startServer(dataDir: string, log: Log) {
  const { startEmbedded } = await import('#server/adapters/database/embedded.ts');
  return startEmbedded({ dataDir, log });
}
