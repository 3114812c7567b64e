/** Waiting for what a load has left behind: a request whose asker has gone is worked on all the same. */
import { setTimeout as wait } from 'node:timers/promises';
import { cpuMsOf, familyCpuMs } from '../processes.ts';
import type { Watched } from '../slice.ts';

const LOOK_EVERY_MS = 250;
/** Of one core: less than that is what a server does by itself. */
const IDLE_SHARE = 0.1;
const GIVE_UP_MS = 300_000;

/** @throws Error where the server and its database don't come to rest */
export async function untilIdle({ serverPid, databasePid }: Watched): Promise<void> {
  const usedMs = () => cpuMsOf(serverPid) + (databasePid === undefined ? 0 : familyCpuMs(databasePid));
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let before = usedMs(); performance.now() < giveUpAt; ) {
    await wait(LOOK_EVERY_MS);
    const now = usedMs();
    if (now - before <= LOOK_EVERY_MS * IDLE_SHARE) return;
    before = now;
  }
  throw new Error('The shop does not come to rest after a load');
}
