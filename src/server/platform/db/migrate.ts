/**
 * Runs migrations while the shop goes on selling: one process at a time, each migration with what it needs of locks for
 * a moment only, or not at all. What a migration must look like for that, docs/decisions/0029-online-migrations.md says.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { SetupError } from '../setup-error.ts';
import type { Db } from './database.ts';
import {
  MIGRATIONS,
  type MigrationFile,
  migrationNames,
  neededBy,
  readMigrations,
} from './migration-file.ts';
import { answeredWithin } from './pool.ts';
import { sqlState } from './sql-state.ts';

/** Of the lock that whoever migrates holds: "mainshaft" as a number. */
const MIGRATING = 6_779_110;
/** How long everybody else may wait behind a migration that waits for a lock itself. */
const LOCK_TIMEOUT_MS = 1_000;
/** A statement may take hours; what limits it is how long it makes others wait. */
const ANY_TIME_MS = 7 * 24 * 3_600_000;
/** How long it is tried again. */
const PATIENCE_MS = 15 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const NO_SUCH_TABLE = '42P01';

export type MigrateOptions = {
  readonly log: Log;
  readonly folder?: string;
  readonly lockTimeoutMs?: number;
  readonly patienceMs?: number;
};

/**
 * Applies what is missing and answers the names. Two at once are safe: the second waits and finds nothing to do. A
 * database of a later version is left as it is.
 *
 * @param pool of connections to the server itself: through PgBouncer in transaction mode the lock would not hold
 * @throws SetupError when the locks can't be had, or a migration comes before one that has run
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query('SET idle_in_transaction_session_timeout = 0');
    await takeTurn(client, options.log);
    await client.query(
      'CREATE TABLE IF NOT EXISTS kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
    const done = new Set(rows.map(({ name }) => name));
    const missing = (await readMigrations(options.folder ?? MIGRATIONS)).filter(
      ({ name }) => !done.has(name),
    );
    const latest = rows.at(-1)?.name ?? '';
    for (const migration of missing) {
      if (migration.name < latest)
        throw new SetupError(`Migration ${migration.name} comes before ${latest}, which has run already.`);
      await run(client, migration, options);
    }
    return missing.map(({ name }) => name);
  } finally {
    // With its settings and its lock.
    client.release(true);
  }
}

/** Asks again and again rather than wait in the database: a waiting statement would hold up CREATE INDEX CONCURRENTLY. */
async function takeTurn(client: pg.PoolClient, log: Log): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      MIGRATING,
    ]);
    if (rows[0]?.mine === true) return;
    if (tries % 50 === 0) log.warn('waiting for another process that migrates the database');
    await wait(200);
  }
}

async function run(client: pg.PoolClient, migration: MigrationFile, options: MigrateOptions): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, patienceMs = PATIENCE_MS } = options;
  const { name, how, statements, text } = migration;
  const note = async () => {
    const values = [name, new Date().toISOString()];
    await client.query('INSERT INTO kysely_migration (name, timestamp) VALUES ($1, $2)', values);
  };
  const patiently = <T>(work: () => Promise<T>) => untilLocked(work, { name, patienceMs, log: options.log });
  const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
    await client.query('BEGIN');
    try {
      await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      const result = await work();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  };

  switch (how) {
    case 'in one transaction':
      return patiently(() =>
        inTransaction(async () => {
          await client.query(answeredWithin({ text }, ANY_TIME_MS));
          await note();
        }),
      );
    case 'outside a transaction':
      // What is built concurrently waits for others, but lets nobody wait.
      await client.query(`SET lock_timeout = ${patienceMs}`);
      await patiently(async () => {
        for (const statement of statements)
          await client.query(answeredWithin({ text: statement }, ANY_TIME_MS));
      });
      await client.query('SET lock_timeout = 0');
      return note();
    case 'in batches': {
      const [statement, ...more] = statements;
      if (statement === undefined || more.length > 0)
        throw new Error(`Migration ${name} runs in batches, so it is one statement`);
      for (;;) {
        const startedMs = performance.now();
        const { rowCount } = await patiently(() =>
          inTransaction(() => client.query(answeredWithin({ text: statement }, ANY_TIME_MS))),
        );
        if (rowCount === 0) return note();
        // Half of the time belongs to the others.
        await wait(performance.now() - startedMs);
      }
    }
  }
}

/** Does it until no lock is in the way any more. */
async function untilLocked<T>(
  work: () => Promise<T>,
  { name, patienceMs, log }: { readonly name: string; readonly patienceMs: number; readonly log: Log },
): Promise<T> {
  const deadlineMs = performance.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const state = sqlState(error);
      if (state !== LOCK_NOT_AVAILABLE && state !== DEADLOCK) throw error;
      if (performance.now() > deadlineMs) {
        throw new SetupError(
          `Migration ${name} could not get its locks within ${Math.round(patienceMs / 1_000)} s: long transactions are in its way. ` +
            'pg_stat_activity shows them. What ran before it stays; run it again when they are over.',
          { cause: error },
        );
      }
      log.info({ migration: name, tries }, 'a migration waits for its locks');
      // By chance, so that it doesn't keep step with what is in its way.
      await wait(200 + Math.random() * 800);
    }
  }
}

/** How a database and this version of the shop stand to each other. */
export type SchemaState =
  /** They fit. A database that later versions have added to fits, too. */
  | { readonly is: 'ready'; readonly isLater: boolean }
  /** Migrations have to run first. */
  | { readonly is: 'behind'; readonly missing: readonly string[] }
  /** A later version has taken away what this one uses. */
  | { readonly is: 'ahead'; readonly needs: string };

const namesOf = new Map<string, Promise<string[]>>();
/** The names as they were when this process first asked: files that are put there while it runs are not its own. */
function ownNames(folder: string): Promise<string[]> {
  const names = namesOf.get(folder) ?? migrationNames(folder);
  namesOf.set(folder, names);
  return names;
}

/** Compares a database with this version of the shop. */
export async function schemaState(db: Db, folder: string = MIGRATIONS): Promise<SchemaState> {
  const own = await ownNames(folder);
  const done = await executed(db);
  const missing = own.filter((name) => !done.includes(name));
  if (missing.length > 0) return { is: 'behind', missing };
  const later = done.filter((name) => !own.includes(name));
  const latestOwn = own.at(-1)?.slice(0, 4) ?? '';
  const needs = later.map(neededBy).find((needed) => needed !== undefined && needed > latestOwn);
  return needs === undefined ? { is: 'ready', isLater: later.length > 0 } : { is: 'ahead', needs };
}

/** The name of the latest migration that has run; undefined in an empty database. */
export async function latestMigration(db: Db): Promise<string | undefined> {
  return (await executed(db)).at(-1);
}

async function executed(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (sqlState(error) === NO_SUCH_TABLE) return [];
    throw error;
  }
}
