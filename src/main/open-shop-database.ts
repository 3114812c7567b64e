/** The shop's database: the server that DATABASE_URL names, else the embedded one in the data directory. */
import { startEmbedded } from '#server/adapters/database/embedded.ts';
import type { Config } from '#server/platform/config.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import type { ReadFrom } from '#server/platform/db/replica.ts';
import type { Log } from '#server/platform/log.ts';

export type ShopDatabase = {
  readonly databases: Databases;
  /** What it is, in words for the one who waits for it. */
  readonly description: string;
  /** Lets go; the embedded database stops unless another process still uses it. */
  close(): Promise<void>;
};

const READ_FROM = {
  replica: 'the replica keeps up again and is read from',
  primary: 'the replica is behind or away: the primary is read from',
  'replica alone': 'the primary is away: the replica is read from as it is',
} as const satisfies Record<ReadFrom, string>;

/** @param meanwhile called while an embedded server gets ready in a process of its own, else at once */
export async function openShopDatabase(
  config: Config,
  dataDir: string,
  log: Log,
  meanwhile: () => void = () => {},
): Promise<ShopDatabase> {
  const isEmbedded = config.DATABASE_URL === undefined;
  if (!isEmbedded) meanwhile();
  const embedded = isEmbedded ? await startEmbedded({ dataDir, log, onLaunched: meanwhile }) : undefined;
  let isClosing = false;
  const databases = openDatabases({
    url: embedded?.url ?? config.DATABASE_URL ?? '',
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
  };
}
