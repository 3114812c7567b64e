/** A clock that goes on when it is told to, and wakes whoever sleeps by it. */
export function virtualTime() {
  const sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];
  const state = { nowMs: 1_000 };
  /** All that can be done at this moment is done. */
  const settled = async () => {
    for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    state,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ atMs: state.nowMs + ms, wake });
      }),
    async pass(ms: number) {
      const endMs = state.nowMs + ms;
      await settled();
      for (;;) {
        sleepers.sort((one, other) => one.atMs - other.atMs);
        const [next] = sleepers;
        if (next === undefined || next.atMs > endMs) break;
        sleepers.shift();
        state.nowMs = Math.max(state.nowMs, next.atMs);
        next.wake();
        await settled();
      }
      state.nowMs = endMs;
    },
  };
}
export type VirtualTime = ReturnType<typeof virtualTime>;
