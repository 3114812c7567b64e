/** The end of a process that a signal tells to stop: it lets go of what it holds before, a database above all. */
/** Things to undo when a process stops, the last one first. */
export type Undo = (() => Promise<void>)[];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StoppingSignal = (typeof SIGNALS)[number];

export type Ending = {
  /** Done, the last one first, when the process is stopped. */
  readonly undo: Undo;
  /** Aborted when it is stopped. */
  readonly stopping: AbortSignal;
  /**
   * Waits for something that is being opened, and has the process let go of it when it is stopped: also where that is before
   * it is there.
   */
  opened<T>(opening: Promise<T>, letGo: (opened: T) => Promise<void>): Promise<T>;
  /** Stops the process: undoes all, then `leave` ends it. Done once, whoever comes first. */
  stop(leave: () => void): Promise<void>;
};

/** From now on a signal stops the process in order. @param leave ends it, once it holds nothing any more */
export function endInOrder(leave: (signal: StoppingSignal) => void): Ending {
  const undo: Undo = [];
  const stopping = new AbortController();
  const stop: Ending['stop'] = async (leaveNow) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    for (const step of undo.reverse()) {
      await step().catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
      });
    }
    leaveNow();
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop(() => leave(signal)));
  return {
    undo,
    stopping: stopping.signal,
    async opened(opening, letGo) {
      undo.push(async () => {
        const there = await opening.catch(() => undefined);
        if (there !== undefined) await letGo(there);
      });
      const there = await opening;
      stopping.signal.throwIfAborted();
      return there;
    },
    stop,
  };
}

/** Ends this process by a signal, as one that nobody listens for does: who waits for it learns the truth. */
export function endBy(signal: StoppingSignal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
