/**
 * The database: one pool for writing and one for reading, both spoken to through Kysely.
 *
 * Every statement is sent by name, so that PostgreSQL parses and plans a text once per connection: half the CPU of
 * unnamed ones. A text that varies (a list spelled out, a LIMIT as a parameter) spoils that; write arrays as one
 * parameter and limits as literals.
 */
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { Outage } from '../outage.ts';
import type { DB } from './schema.gen.ts';

export type Db = Kysely<DB>;
/** A transaction. Functions that change anything take one as their first argument, never an optional one. */
export type Tx = Transaction<DB>;
/** Where a query may run: in a transaction or outside. */
export type Querier = Db | Tx;

/** Both pools. A user's reads right after their own write belong to `write`. */
export type Databases = {
  readonly write: Db;
  readonly read: Db;
  /** For drivers that speak to PostgreSQL themselves (COPY, the queue, the identity library). */
  readonly writePool: pg.Pool;
  readonly readPool: pg.Pool;
  close(): Promise<void>;
};

// bigint: amounts and ids of ours are safe integers by their CHECKs; anything else would be a bug, so say so.
pg.types.setTypeParser(20, (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} is not a safe integer`);
  return value;
});
// date stays 'YYYY-MM-DD': a moment at midnight in some zone is not what it means.
pg.types.setTypeParser(1082, (text: string) => text);

/** Codes by which PostgreSQL, or the way to it, says that it is not there: shutting down, starting up, full, cut off. */
const OUT_OF_REACH = /^(08...|57P0.|53300|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const CUT_OFF = /Connection terminated|timeout (exceeded|expired)|Client has encountered a connection error/;

/** A database that is not there just now is an outage, which is answered with 503; everything else stays what it is. */
function throwAsOutage(error: unknown): never {
  const isOutage =
    error instanceof Error &&
    (('code' in error && typeof error.code === 'string' && OUT_OF_REACH.test(error.code)) ||
      CUT_OFF.test(error.message));
  throw isOutage ? new Outage('The database is not within reach', { cause: error }) : error;
}

/**
 * What is read is many short statements: each text is planned once per connection, for any values, since planning a search
 * costs more than running it; what is best for some values alone is a text of its own. Compiling a plan, or sharing it
 * among workers, pays for long statements only. Writes keep PostgreSQL's own ways: a batch of thousands of rows wants
 * another plan than a row does.
 */
export const READS_ARE_SHORT =
  '-c plan_cache_mode=force_generic_plan -c jit=off -c max_parallel_workers_per_gather=0';

const MAX_NAMED_STATEMENTS = 500;

/** Wraps a pool so that statements get a name made from their text. */
function named(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MAX_NAMED_STATEMENTS) return undefined;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect().catch(throwAsOutage);
      let wrapper = wrapped.get(client);
      if (wrapper === undefined) {
        wrapper = namedClient(client, nameOf);
        wrapped.set(client, wrapper);
      }
      return wrapper;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function namedClient(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
): PostgresPoolClient {
  return new Proxy(client, {
    get(target, property) {
      if (property === 'query') {
        return (text: unknown, values?: unknown[]) => {
          if (typeof text !== 'string') return Reflect.apply(target.query, target, [text, values]);
          const isPlain = values === undefined || values.length === 0;
          const name = isPlain ? undefined : nameOf(text);
          const query = isPlain ? { text } : name === undefined ? { text, values } : { name, text, values };
          return target.query(query).catch(throwAsOutage);
        };
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

export type DatabaseOptions = {
  readonly url: string;
  /** A streaming replica, where there is one. */
  readonly readUrl?: string | undefined;
  readonly maxConnections: number;
  /** Called for errors of idle connections, which would otherwise end the process. */
  readonly onIdleError: (error: Error) => void;
};

/** Opens the pools, each of so many connections at most. Connections are made at first use; a query waits at most 5 s for one and runs at most 30 s. */
export function openDatabases(options: DatabaseOptions): Databases {
  const open = (url: string, settings?: string): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max: options.maxConnections,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      application_name: 'mainshaft',
      options: settings,
    });
    pool.on('error', options.onIdleError);
    return pool;
  };
  const writePool = open(options.url);
  const readPool = open(options.readUrl ?? options.url, READS_ARE_SHORT);
  const write = new Kysely<DB>({ dialect: new PostgresDialect({ pool: named(writePool) }) });
  const read = new Kysely<DB>({ dialect: new PostgresDialect({ pool: named(readPool) }) });
  return {
    write,
    read,
    writePool,
    readPool,
    async close() {
      await Promise.all([writePool.end(), readPool.end()]);
    },
  };
}
