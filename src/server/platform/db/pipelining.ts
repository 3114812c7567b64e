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

/**
 * Kysely over this dialect; in its transactions `await` alone says what waits for what.
 *
 * @param connections where there are several places to have them from
 */
export function pipelined<DB>(dialect: Dialect, connections?: ConnectionProvider): Kysely<DB> {
  const driver = dialect.createDriver();
  // Only remembers the pool; connections are made at first use.
  void driver.init();
  const executor = new PipeliningExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    connections ?? new DefaultConnectionProvider(driver),
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
    // Asked for once: it lets one after the other in, and whoever came in just then would overtake those who wait.
    let connecting: Promise<DatabaseConnection> | undefined;
    return new PipeliningExecutor(this.#compiler, this.#adapter, {
      async provideConnection<T>(
        consumer: (connection: DatabaseConnection) => Promise<T>,
        options?: AbortableOperationOptions,
      ): Promise<T> {
        connecting ??= provider.provideConnection(async (connection) => connection, options);
        return consumer(await connecting);
      },
    });
  }
}

/** Lets what is written to a connection within one turn of the event loop leave in one piece. */
export function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
