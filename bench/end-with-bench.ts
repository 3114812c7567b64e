/** Processes that a bench has started end when a signal stops it, before the database that they use does. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const running = new Map<ChildProcess, NodeJS.Signals>();
let isStopped = false;

/** Whether a signal has stopped the bench, so that nothing is to be tried again. */
export const isBenchStopped = (): boolean => isStopped;

/**
 * Has a process that has just been started end with the bench: at once, where that is stopped already.
 *
 * @param by what ends it
 */
export function endWithBench(child: ChildProcess, by: NodeJS.Signals = 'SIGTERM'): void {
  running.set(child, by);
  child.once('exit', () => running.delete(child));
  if (isStopped) child.kill(by);
}

/** Ends them all, those included that are yet to be started, and waits until those that run have ended. */
export async function endProcesses(): Promise<void> {
  isStopped = true;
  await Promise.all(
    [...running].map(async ([child, by]) => {
      child.kill(by);
      await once(child, 'exit');
    }),
  );
}
