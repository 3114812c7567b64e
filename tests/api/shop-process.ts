/** A shop in a process of its own, without pages, for tests that kill it. Says its address on standard output. */
import { assembleShop } from '#main/assemble.ts';
import { openDoors } from '#main/open-doors.ts';
import { openSecrets } from '#main/secrets.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabases } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/log.ts';

const { DATABASE_URL: url = '', DATA_DIR: dataDir = '', PORT = '' } = process.env;
const databases = openDatabases({ url, maxConnections: 10, onIdleError: () => {} });
const port = Number(PORT);
const origin = `http://127.0.0.1:${port}`;
const config = readConfig({ RATE_LIMITS: 'false', LOG_LEVEL: 'silent' });
const shop = await assembleShop({
  config,
  databases,
  dataDir,
  secrets: await openSecrets(dataDir),
  port,
  origin,
  log: openLog('silent'),
  now: () => new Date(),
});
await openDoors(shop, { config, pages: undefined, origin, at: { host: '127.0.0.1', port } });
await shop.work();
process.stdout.write(`${origin}\n`);
