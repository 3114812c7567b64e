/**
 * A pool of connections of which every wait has an end: for a connection, for a lock, for an answer, and for a
 * transaction that its owner forgot.
 */
import { Duplex } from 'node:stream';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Outage } from '../outage.ts';
import { pauseBeforeTry } from '../pause.ts';
import { watchStatement } from '../telemetry.ts';
import { mayConnectSoon, outageOfDatabase } from './database-outage.ts';
import { gather } from './pipelining.ts';
import { isStalePlan, sqlState } from './sql-state.ts';
import { endsTransaction, type TransactionGuard, transactionGuard } from './transaction-guard.ts';

/** How long a query waits for a connection, whether all are taken or none can be made. */
const CONNECT_WITHIN_MS = 5_000;
/** How long a statement runs, in which a wait for a lock is counted; a transaction may ask for more. */
export const STATEMENT_WITHIN_MS = 30_000;
const LOCK_WITHIN_MS = 10_000;
/** How long a transaction may stand idle: its process hangs, or is cut off, and its locks are others' waits. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** How much longer than the server's own limit an answer is waited for, before the connection counts as dead. */
const ANSWER_GRACE_MS = 2_000;
/** For whom no limit of ours is looked at: the queue, the sandbox. No statement of anybody runs for longer. */
const LONGEST_ANSWER_MS = 11 * 60_000;
/** Work of a process that was killed is broken off within so long. */
const LOOK_FOR_CLIENT_SECONDS = 5;
/** Tries to connect, the first one included. Nothing was asked yet, so another is always safe. */
const CONNECT_TRIES = 3;
const CONNECT_AGAIN_MS = 200;
/** The process and each of its connections keep what has a name: so many, and none that is as long as only a made-up search is. */
const MAX_NAMED_STATEMENTS = 500;
const MAX_NAMED_LENGTH = 32_000;
const IN_FAILED_TRANSACTION = '25P02';

/**
 * What is read is many short statements: each text is planned once per connection, for any values, since planning a search
 * costs more than running it; what is best for some values alone is a text of its own. Compiling a plan, or sharing it
 * among workers, pays for long statements only. Writes keep PostgreSQL's own ways: a batch of thousands of rows wants
 * another plan than a row does. A jump costs little where the data is in memory or on flash: were it held for four pages in a
 * row, as PostgreSQL does by itself, a catalogue of 12,000 parts would be sorted as a whole to walk through the first of them.
 */
export const READS_ARE_SHORT =
  '-c plan_cache_mode=force_generic_plan -c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1';
/** What a replica would refuse the primary refuses, too: whatever is read may be asked of either, and again. */
export const READS_ONLY = `${READS_ARE_SHORT} -c default_transaction_read_only=on`;

export type PoolOptions = {
  readonly url: string;
  readonly maxConnections: number;
  /** How long a statement may run; 30 s unless told. */
  readonly statementWithinMs?: number | undefined;
  /** Settings of the server for each connection, as `-c name=value`. */
  readonly settings?: string;
  readonly onIdleError: (error: Error) => void;
};

/** Opens a pool; connections are made at first use. */
export function openPool(options: PoolOptions): pg.Pool {
  const { url, maxConnections, settings = '', onIdleError } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementWithinMs ?? STATEMENT_WITHIN_MS,
    lock_timeout: LOCK_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: LONGEST_ANSWER_MS,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'mainshaft',
    options: `-c client_connection_check_interval=${LOOK_FOR_CLIENT_SECONDS}s ${settings}`.trim(),
  });
  pool.on('error', onIdleError);
  // Between two statements of a transaction nobody else listens; whoever has the connection learns it from the next one.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** A question whose answer is waited for only so long, in ms; then it fails, and its connection is not to be used again. */
export function answeredWithin(query: pg.QueryConfig, withinMs: number): pg.QueryConfig {
  // The driver's types don't know it.
  const timed: pg.QueryConfig & { query_timeout: number } = { ...query, query_timeout: withinMs };
  return timed;
}

/**
 * The pool as Kysely uses it: statements get a name made from their text, those asked for at once travel together, what
 * the database can't do just now is thrown as an outage, and a connection that does not answer is given up. A statement
 * that failed since an earlier one of its transaction had failed says what that was.
 *
 * @param statementWithinMs what the server was told; so long, and a little more, an answer is waited for
 * @param onOutage told of each outage before it is thrown
 */
export function namedPool(
  pool: pg.Pool,
  statementWithinMs: number,
  onOutage: (outage: Outage) => void,
): PostgresPool {
  const answerWithinMs = statementWithinMs + ANSWER_GRACE_MS;
  const names = statementNames();
  const throwAsOutage = (error: unknown): never => {
    const outage = outageOfDatabase(error);
    if (outage === undefined) throw error;
    onOutage(outage);
    throw outage;
  };
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await connect(pool).catch(throwAsOutage);
      let wrapper = wrapped.get(client);
      if (wrapper === undefined) {
        wrapper = namedClient(client, names, answerWithinMs, throwAsOutage);
        wrapped.set(client, wrapper);
      }
      return wrapper;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await pool.connect();
    } catch (error) {
      if (tries >= CONNECT_TRIES || !mayConnectSoon(error)) throw error;
    }
    await pauseBeforeTry(tries + 1, CONNECT_AGAIN_MS);
  }
}

/**
 * A statement by its name, with the very text that all connections were sent it by: each keeps what it was sent, so texts that
 * are only alike would be kept by each.
 */
type NamedStatement = { readonly name: string; readonly text: string };

/** The names of a pool's statements, by their texts. */
type StatementNames = {
  of(text: string): NamedStatement | undefined;
  /** Gives all statements other names, once: those that were planned under the old ones are not used any more. */
  renew(stale: string): void;
  /** How often that was: a connection from before keeps plans that nobody uses. */
  generation(): number;
};

function statementNames(): StatementNames {
  const names = new Map<string, NamedStatement>();
  let generation = 0;
  const renewAll = () => {
    generation += 1;
    names.clear();
  };
  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (text.length > MAX_NAMED_LENGTH) return undefined;
      // Whoever came first need not be whom most come for: all begin anew.
      if (names.size >= MAX_NAMED_STATEMENTS) renewAll();
      const named = { name: `s${generation}_${names.size}`, text };
      names.set(text, named);
      return named;
    },
    renew(stale) {
      // Other connections say the same of names that have gone already.
      if (stale.startsWith(`s${generation}_`)) renewAll();
    },
    generation: () => generation,
  };
}

const MORE_TIME = /^SET LOCAL statement_timeout = '(\d+)min'/;

function namedClient(
  client: pg.PoolClient,
  names: StatementNames,
  usuallyWithinMs: number,
  throwAsOutage: (error: unknown) => never,
): PostgresPoolClient {
  let answerWithinMs = usuallyWithinMs;
  let isSilent = false;
  /** The names that it knows its plans by. */
  const ownGeneration = names.generation();
  /** Statements that have been sent and not answered: the database carries out one after the other. */
  let underWay = 0;
  /** What the open transaction failed with, if it did. */
  let failure: unknown;
  const stream = streamOf(client);
  const guard = transactionGuard();
  const giveUpWhenSilent = (error: unknown): never => {
    // The answer may come yet, and would be taken for that of the next question.
    if (error instanceof Error && error.message === 'Query read timeout') {
      isSilent = true;
      // Without a goodbye, which nobody would hear.
      stream?.destroy();
    }
    return throwAsOutage(error);
  };
  return new Proxy(client, {
    get(target, property) {
      if (property === 'query') {
        return (text: unknown, values?: unknown[]) => {
          if (typeof text !== 'string') return Reflect.apply(target.query, target, [text, values]);
          const minutes = MORE_TIME.exec(text)?.[1];
          if (minutes !== undefined) answerWithinMs = Number(minutes) * 60_000 + ANSWER_GRACE_MS;
          else if (endsTransaction(text)) answerWithinMs = usuallyWithinMs;
          const ask = (query: pg.QueryConfig) => {
            if (stream !== undefined) gather(stream);
            underWay += 1;
            return target
              .query(answeredWithin(query, underWay * answerWithinMs))
              .catch((error: unknown) => {
                if (sqlState(error) !== IN_FAILED_TRANSACTION) failure = error;
                throw failure ?? error;
              })
              .finally(() => {
                underWay -= 1;
              });
          };
          return guard.send(text, () =>
            watchStatement(text, () => send(ask, guard, names, text, values).catch(giveUpWhenSilent)),
          );
        };
      }
      if (property === 'release') {
        return (isSpoilt?: boolean) => {
          guard.release();
          target.release(isSilent || isSpoilt === true || names.generation() !== ownGeneration);
        };
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Asks; again, under no name, where a migration has changed what the plan under this name answers. */
async function send(
  ask: (query: pg.QueryConfig) => Promise<pg.QueryResult>,
  guard: TransactionGuard,
  names: StatementNames,
  text: string,
  values: unknown[] | undefined,
): Promise<pg.QueryResult> {
  if (values === undefined || values.length === 0) return ask({ text });
  const named = names.of(text);
  if (named === undefined) return ask({ text, values });
  try {
    return await ask({ ...named, values });
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    names.renew(named.name);
    // Behind COMMIT it would be a transaction by itself.
    if (guard.hasEnded()) throw error;
    // In a transaction, which is lost with the first failure, this fails with the same: `inTransaction` begins anew.
    return ask({ text, values });
  }
}

/** What breaks off all that the pool's connections have under way, each time that it is called. To be had before they are made. */
export function connectionBreaker(pool: pg.Pool): () => void {
  const inUse = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  return () => {
    for (const client of inUse) streamOf(client)?.destroy();
  };
}

/** The connection's socket, which the driver has but does not tell of. */
function streamOf(client: pg.PoolClient): Duplex | undefined {
  const connection: unknown = Reflect.get(client, 'connection');
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return undefined;
  return connection.stream instanceof Duplex ? connection.stream : undefined;
}
