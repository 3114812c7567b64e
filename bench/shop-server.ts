/**
 * The shop under test, a process of its own: what `npm start` serves, but that it lets everything in however busy it is, and that
 * nobody works on its jobs unless asked to. They would be worked on in the background of whatever is measured, the limit included, which leaves just as many behind.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { GCProfiler } from 'node:v8';
import { assembleShop } from '#main/assemble.ts';
import { openDoors } from '#main/open-doors.ts';
import { openShopDatabase } from '#main/open-shop-database.ts';
import { builtPages } from '#main/pages.ts';
import { openSecrets } from '#main/secrets.ts';
import { readConfig } from '#server/platform/config.ts';
import { nextFreePort } from '#server/platform/free-port.ts';
import { openLog } from '#server/platform/log.ts';
import { answerParent } from './child-process.ts';
import type { AskShop, InUse, LoopDelay, OpenShop, ShopAnswer } from './shop.ts';

const HOST = '127.0.0.1';
const FIRST_PORT = 4_000;
const MB = 1_000_000;

async function open(opening: OpenShop): Promise<{ url: string }> {
  const { environment, dataDir, works = false, hasPages = true } = opening;
  const config = readConfig(environment);
  const log = openLog(config.LOG_LEVEL);
  const pages = hasPages ? await builtPages() : undefined;
  const { databases } = await openShopDatabase(config, dataDir, log);
  const port = await nextFreePort(FIRST_PORT, HOST);
  const origin = `http://${HOST}:${port}`;
  const secrets = await openSecrets(dataDir);
  const now = () => new Date();
  const shop = await assembleShop({ config, databases, dataDir, secrets, port, origin, log, now });
  await openDoors(shop, { config, pages, origin, at: { host: HOST, port } });
  if (works) await shop.work();
  return { url: origin };
}

let collections: GCProfiler | undefined;

/** Nothing is collected for this: what V8 did by itself is looked at, from the first time that it is asked on. */
function takeInUse(): InUse | undefined {
  const last = collections?.stop().statistics.findLast(({ gcType }) => gcType === 'MarkSweepCompact');
  collections = new GCProfiler();
  collections.start();
  if (last === undefined) return undefined;
  const { usedHeapSize, externalMemory } = last.afterGC.heapStatistics;
  return { heapMb: usedHeapSize / MB, externalMb: externalMemory / MB };
}

/** How often the loop is looked at; a sample is at least as long. */
const LOOKED_AT_MS = 5;
const NS_PER_MS = 1e6;

const loop = monitorEventLoopDelay({ resolution: LOOKED_AT_MS });

/** It is looked at from the first time that it is asked on. */
function takeLoopDelay(): LoopDelay {
  const late = (ns: number) => Math.max(ns / NS_PER_MS - LOOKED_AT_MS, 0);
  const delay = { p99Ms: late(loop.percentile(99)), maxMs: late(loop.max) };
  loop.enable();
  loop.reset();
  return delay;
}

answerParent<AskShop, ShopAnswer>(async (ask) => {
  if (!('tell' in ask)) return open(ask);
  return ask.tell === 'inUse' ? { inUse: takeInUse() } : { loopDelay: takeLoopDelay() };
});
