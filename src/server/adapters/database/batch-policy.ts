/**
 * What the kernel knows of the server: its processes work off what they are given (`SCHED_BATCH`). One that is woken by a packet
 * doesn't take the place of whoever sent it, who has more to send and others to answer; it gets its share as before.
 */
import { execFile } from 'node:child_process';
import type { Log } from '#server/platform/log.ts';

/**
 * Asks for that for a process and all that it starts from then on. A matter of speed alone: where there is no such policy, no
 * `chrt` or no right to use it, all stays as it was.
 */
export function workAsBatch(pid: number, log: Log): void {
  if (process.platform !== 'linux') return;
  execFile('chrt', ['-b', '-p', '0', String(pid)], (error) => {
    if (error !== null) log.debug({ err: error }, 'the database is scheduled like everything else');
  });
}
