/** The shop's database for commands: the server that DATABASE_URL names, else the embedded one, started if need be. */
import { join } from 'node:path';
import { resolveDataDir } from '#server/adapters/database/data-dir.ts';
import { startEmbedded } from '#server/adapters/database/embedded.ts';
import type { Config } from '#server/platform/config.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';

const PROJECT = join(import.meta.dirname, '../..');

export type OpenDatabase = {
  readonly databases: Databases;
  /** Lets go; an embedded database that a running shop uses goes on. */
  close(): Promise<void>;
};

export async function openShopDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbedded({
          dataDir: (await resolveDataDir({ dataDir: config.DATA_DIR, cwd: PROJECT })).dir,
          log,
        })
      : undefined;
  const databases = openDatabases({
    url: embedded?.url ?? config.DATABASE_URL ?? '',
    readUrl: config.DATABASE_READ_URL,
    maxConnections: config.DATABASE_MAX_CONNECTIONS,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  });
  return {
    databases,
    async close() {
      await databases.close();
      await embedded?.stop();
    },
  };
}
