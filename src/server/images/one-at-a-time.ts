/** A short queue in front of work that needs much memory. */

export type OneAtATime = <T>(task: () => Promise<T>) => Promise<T | 'busy'>;

/** Runs one task after the other. While `maxWaiting` wait behind the one that runs, further ones are `busy` at once. */
export function oneAtATime(maxWaiting: number): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  let present = 0;
  return async (task) => {
    if (present > maxWaiting) return 'busy';
    present += 1;
    const mine = last.then(task).finally(() => {
      present -= 1;
    });
    // The next one runs whether this one succeeds or not.
    last = mine.catch(() => undefined);
    return mine;
  };
}
