/** The shop without its pages, a process of its own. */
import { Hono } from 'hono';
import { assembleShop } from '#main/assemble.ts';
import { frontDoor, listen } from '#main/http-server.ts';
import { openShopDatabase } from '#main/open-shop-database.ts';
import { openSecrets } from '#main/secrets.ts';
import { readConfig } from '#server/platform/config.ts';
import { nextFreePort } from '#server/platform/free-port.ts';
import { openLog } from '#server/platform/log.ts';
import { answerParent } from '../child-process.ts';
import type { OpenShop } from '../shop.ts';

const HOST = '127.0.0.1';
const FIRST_PORT = 4_100;

async function open({ environment, dataDir }: OpenShop): Promise<{ url: string }> {
  const config = readConfig(environment);
  const log = openLog(config.LOG_LEVEL);
  const { databases } = await openShopDatabase(config, dataDir, log);
  const port = await nextFreePort(FIRST_PORT, HOST);
  const origin = `http://${HOST}:${port}`;
  const secrets = await openSecrets(dataDir);
  const shop = await assembleShop({
    config,
    databases,
    dataDir,
    secrets,
    port,
    origin,
    log,
    now: () => new Date(),
  });
  await listen(
    frontDoor({ shop: shop.app, pages: new Hono(), databases }),
    { host: HOST, port },
    { answers: shop.answers },
  );
  return { url: origin };
}

answerParent<OpenShop, { url: string }>(open);
