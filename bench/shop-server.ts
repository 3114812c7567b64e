/**
 * The shop under test, a process of its own: what `npm start` serves, but that nobody works on its jobs. They would be
 * worked on in the background of whatever is measured, the limit included, which leaves just as many behind.
 */
import { assembleShop } from '#main/assemble.ts';
import { frontDoor, listen } from '#main/http-server.ts';
import { openShopDatabase } from '#main/open-shop-database.ts';
import { builtPages } from '#main/pages.ts';
import { safetyHeaders } from '#main/safety-headers.ts';
import { openSecrets } from '#main/secrets.ts';
import { readConfig } from '#server/platform/config.ts';
import { nextFreePort } from '#server/platform/free-port.ts';
import { openLog } from '#server/platform/log.ts';
import { answerParent } from './child-process.ts';
import type { OpenShop } from './shop.ts';

const HOST = '127.0.0.1';
const FIRST_PORT = 4_000;

async function open({ environment, dataDir }: OpenShop): Promise<{ url: string }> {
  const config = readConfig(environment);
  const log = openLog(config.LOG_LEVEL);
  const pages = await builtPages();
  const { databases } = await openShopDatabase(config, dataDir, log);
  const port = await nextFreePort(FIRST_PORT, HOST);
  const origin = `http://${HOST}:${port}`;
  const secrets = await openSecrets(dataDir);
  const now = () => new Date();
  const shop = await assembleShop({ config, databases, dataDir, secrets, port, origin, log, now });
  const door = frontDoor({
    shop: shop.app,
    pages: await pages.open({
      api: shop.anonymous,
      answers: shop.answers,
      origin,
      stripe: false,
      pictureOrigins: [],
    }),
    answers: shop.answers,
    databases,
  });
  await listen(
    door,
    { host: HOST, port },
    { answers: shop.answers, headers: safetyHeaders(origin, config.STRICT_TRANSPORT) },
  );
  return { url: origin };
}

answerParent<OpenShop, { url: string }>(open);
