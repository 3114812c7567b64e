/** The shop's database: the server that DATABASE_URL names, else the embedded one in the data directory. */
import { startEmbedded } from '#server/adapters/database/embedded.ts';
import type { Config } from '#server/platform/config.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import { wordsOf } from '#server/platform/db/database-outage.ts';
import type { ReadFrom } from '#server/platform/db/replica.ts';
import type { Log } from '#server/platform/log.ts';
import { SetupError } from '#server/platform/setup-error.ts';

export type ShopDatabase = {
  readonly databases: Databases;
  /** What it is, in words for the one who waits for it. */
  readonly description: string;
  /** Lets go; the embedded database stops unless another process still uses it. */
  close(): Promise<void>;
  /** The same for a process that ends then and there: what it still asks of the database is broken off. */
  breakOff(): Promise<void>;
};

/** Of PostgreSQL, where DATABASE_URL names none. */
const USUAL_PORT = 5432;
const READ_FROM = {
  replica: 'the replica keeps up again and is read from',
  primary: 'the replica is behind or away: the primary is read from',
  'replica alone': 'the primary is away: the replica is read from as it is',
} as const satisfies Record<ReadFrom, string>;

export type WhileOpening = {
  /** Called while an embedded server gets ready in a process of its own, else at once. */
  readonly meanwhile?: () => void;
  /** Aborted when the database is not wanted any more: an embedded one that is on its way up is stopped. */
  readonly stopping?: AbortSignal;
};

/** @throws SetupError that says what is in the way and what to do, also where a server can't be used */
export async function openShopDatabase(
  config: Config,
  dataDir: string,
  log: Log,
  { meanwhile = () => {}, stopping }: WhileOpening = {},
): Promise<ShopDatabase> {
  const { DATABASE_URL: serverUrl } = config;
  if (serverUrl !== undefined) meanwhile();
  const embedded =
    serverUrl === undefined
      ? await startEmbedded({
          dataDir,
          log,
          onLaunched: meanwhile,
          onMoved: (url) => databases.moveTo(url),
          stopping,
        })
      : undefined;
  let isClosing = false;
  const databases = openDatabases({
    url: embedded?.url ?? serverUrl ?? '',
    readUrl: config.DATABASE_READ_URL,
    maxConnections: config.DATABASE_MAX_CONNECTIONS,
    onIdleError: (error) => {
      // The embedded server ends connections that are just being closed.
      if (!isClosing) log.warn({ err: error }, 'an idle database connection was lost');
    },
    onReadFrom(from) {
      log.warn({ from }, READ_FROM[from]);
    },
  });
  if (serverUrl !== undefined) await connectFirst(databases, serverUrl);
  const description =
    embedded === undefined
      ? 'the server of DATABASE_URL'
      : embedded.attached
        ? 'embedded, still running'
        : 'embedded';
  return {
    databases,
    description,
    async close() {
      isClosing = true;
      await databases.close();
      await embedded?.stop();
    },
    async breakOff() {
      isClosing = true;
      await embedded?.stop();
    },
  };
}

/** Makes the first connection, which is kept for what is asked next, so that a wrong setting is told by its name. */
async function connectFirst(databases: Databases, serverUrl: string): Promise<void> {
  try {
    await databases.write.connection().execute(async () => {});
  } catch (cause) {
    await databases.close();
    const { hostname, port } = new URL(serverUrl);
    throw new SetupError(
      `The database at ${hostname || 'localhost'}:${port || USUAL_PORT} can't be used: ${wordsOf(cause)}.\n` +
        'See that it runs, and check DATABASE_URL.',
      { cause },
    );
  }
}
