/** The shop without its pages, a process of its own that works on its jobs and watches its event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
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

/** How long the loop was late for something that was due, since it was asked last. */
export type LoopDelay = { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number };
export type AskShop = OpenShop | { readonly loop: true };
export type ShopAnswer = { readonly url: string } | LoopDelay;

const HOST = '127.0.0.1';
const FIRST_PORT = 4_200;
/** How often the loop is looked at; a sample is at least as long. */
const RESOLUTION_MS = 5;
const NS_PER_MS = 1e6;

const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
loop.enable();

function takeDelay(): LoopDelay {
  const late = (ns: number) => Math.max(ns / NS_PER_MS - RESOLUTION_MS, 0);
  const delay = {
    p50Ms: late(loop.percentile(50)),
    p99Ms: late(loop.percentile(99)),
    maxMs: late(loop.max),
  };
  loop.reset();
  return delay;
}

async function open({ environment, dataDir }: OpenShop): Promise<{ url: string }> {
  const config = readConfig(environment);
  const log = openLog(config.LOG_LEVEL);
  const { databases } = await openShopDatabase(config, dataDir, log);
  const port = await nextFreePort(FIRST_PORT, HOST);
  const origin = `http://${HOST}:${port}`;
  const secrets = await openSecrets(dataDir);
  const now = () => new Date();
  const shop = await assembleShop({ config, databases, dataDir, secrets, port, origin, log, now });
  await listen(
    frontDoor({ shop: shop.app, pages: new Hono(), databases }),
    { host: HOST, port },
    { answers: shop.answers },
  );
  await shop.work();
  return { url: origin };
}

answerParent<AskShop, ShopAnswer>(async (ask) => ('loop' in ask ? takeDelay() : open(ask)));
