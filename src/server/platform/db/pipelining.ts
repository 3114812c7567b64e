/**
 * Statements of one connection that don't wait for each other's answers travel to the database together, in the order in
 * which they were asked for: one wait for all of them, and locks are held for less time. Kysely alone would let each
 * statement of a transaction wait for the one before it.
 */
import type { Duplex } from 'node:stream';
import {
  type AbortableOperationOptions,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  Kysely,
  type QueryCompiler,
} from 'kysely';
import type pg from 'pg';

/** Kysely over this dialect; in its transactions `await` alone says what waits for what. */
export function pipelined<DB>(dialect: Dialect): Kysely<DB> {
  const driver = dialect.createDriver();
  // Only remembers the pool; connections are made at first use.
  void driver.init();
  const executor = new PipeliningExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
  );
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
}

class PipeliningExecutor extends DefaultQueryExecutor {
  readonly #compiler: QueryCompiler;
  readonly #adapter: DialectAdapter;

  constructor(compiler: QueryCompiler, adapter: DialectAdapter, provider: ConnectionProvider) {
    super(compiler, adapter, provider);
    this.#compiler = compiler;
    this.#adapter = adapter;
  }

  /** Kysely asks for this when it has one connection for several statements, each of which would keep it until answered. */
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return new PipeliningExecutor(this.#compiler, this.#adapter, {
      async provideConnection<T>(
        consumer: (connection: DatabaseConnection) => Promise<T>,
        options?: AbortableOperationOptions,
      ): Promise<T> {
        return consumer(await provider.provideConnection(async (connection) => connection, options));
      },
    });
  }
}

const READS = /^\s*select\b/i;
const BEGUN: Pick<pg.QueryResult, 'rows'> = { rows: [] };

/** Whether a statement ends its transaction. */
export const endsTransaction = (text: string): boolean => text === 'commit' || text === 'rollback';

/** Sends a statement, once it may, and answers as the database does. */
export type SendInTurn = (text: string, send: () => Promise<pg.QueryResult>) => Promise<object>;

/**
 * Keeps the statements of a connection's transactions inside of them. Each connection needs its own.
 *
 * BEGIN travels with the statements behind it, as long as they only read; the first that may write waits for its answer,
 * and so do all behind that one. Should BEGIN fail, which leaves the connection outside of any transaction, all fail like
 * it until ROLLBACK, and nothing was written.
 *
 * What is asked for once the end of the transaction has been fails and is not sent: it was begun beside something that
 * failed, and nobody waits for it.
 */
export function inTransactionsTurn(): SendInTurn {
  /** BEGIN's answer, until it is there; one that failed until ROLLBACK. */
  let beginning: Promise<unknown> | undefined;
  let isHeld = false;
  let isEnding = false;
  const begin = (answer: Promise<unknown>) => {
    beginning = answer;
    isHeld = false;
    answer.then(
      () => {
        beginning = undefined;
      },
      () => {
        isHeld = true;
      },
    );
  };
  const sendBehindBegin: SendInTurn = async (text, send) => {
    if (beginning === undefined) return send();
    if (!isHeld && READS.test(text)) {
      const [, answer] = await Promise.all([beginning, send()]);
      return answer;
    }
    isHeld = true;
    if (text !== 'rollback') return beginning.then(send);
    return beginning.then(send, () => {
      beginning = undefined;
      return send();
    });
  };
  return async (text, send) => {
    if (text === 'begin') {
      begin(send());
      return BEGUN;
    }
    if (isEnding) throw new Error(`Asked for when its transaction had ended: ${text}`);
    isEnding = endsTransaction(text);
    try {
      return await sendBehindBegin(text, send);
    } finally {
      if (endsTransaction(text)) isEnding = false;
    }
  };
}

/** Lets what is written to a connection within one turn of the event loop leave in one piece. */
export function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
