/** What a stretch of an import cost: time, memory of the shop's process, how late its loop was, what buyers waited, disk. */
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import type { Child } from '../child-process.ts';
import { cpuMsOf, familyCpuMs, forgetPeakMemory, peakMemoryBytes } from '../processes.ts';
import type { ShopProcess } from '../shop.ts';
import { percentile } from '../statistics.ts';
import type { AskBuyers, Waited } from './buyers.ts';
import type { Disk, Phase } from './phase.ts';

const DISK_EVERY_MS = 2_000;

export async function openWatch(watched: {
  readonly shop: ShopProcess;
  readonly buyers: Child<AskBuyers, Waited>;
  readonly databaseUrl: string;
  readonly databasePid: number | undefined;
}) {
  const { shop, buyers, databaseUrl, databasePid } = watched;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let isOpen = true;
  const size = async (): Promise<number> => {
    const { rows } = await client.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database())::text AS bytes',
    );
    return Number(rows[0]?.bytes);
  };
  const beforeBytes = await size();
  let peakBytes = beforeBytes;
  const looking = setInterval(async () => {
    if (isOpen) peakBytes = Math.max(peakBytes, await size());
  }, DISK_EVERY_MS);
  return {
    /** Does something, and tells what it cost. */
    async during<T>(name: string, rows: number, work: () => Promise<T>): Promise<{ done: T; phase: Phase }> {
      forgetPeakMemory(shop.pid);
      await shop.loopDelay();
      await buyers.ask({ waited: true });
      const cpuBefore = cpuMsOf(shop.pid);
      const databaseBefore = databasePid === undefined ? 0 : familyCpuMs(databasePid);
      const beganAt = performance.now();
      const done = await work();
      const seconds = (performance.now() - beganAt) / 1_000;
      const { latenciesMs, failed } = await buyers.ask({ waited: true });
      const loop = await shop.loopDelay();
      if (failed.length > 0) throw new Error(`Buyers were not served: ${failed.slice(0, 5).join('; ')}`);
      const phase: Phase = {
        name,
        rows,
        seconds,
        shopCpuSeconds: (cpuMsOf(shop.pid) - cpuBefore) / 1_000,
        databaseCpuSeconds:
          databasePid === undefined ? undefined : (familyCpuMs(databasePid) - databaseBefore) / 1_000,
        peakMemoryBytes: peakMemoryBytes(shop.pid),
        loopP99Ms: loop.p99Ms,
        loopMaxMs: loop.maxMs,
        buyers: {
          requests: latenciesMs.length,
          p50Ms: percentile(latenciesMs, 0.5),
          p99Ms: percentile(latenciesMs, 0.99),
          maxMs: percentile(latenciesMs, 1),
        },
      };
      return { done, phase };
    },
    async disk(): Promise<Disk> {
      const afterBytes = await size();
      return { beforeBytes, peakBytes: Math.max(peakBytes, afterBytes), afterBytes };
    },
    async close(): Promise<void> {
      if (!isOpen) return;
      isOpen = false;
      clearInterval(looking);
      await client.end();
    },
  };
}
