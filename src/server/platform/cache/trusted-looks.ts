/** How long what was looked at may be acted upon, and when it is looked at again. */
import { isOutage, type ServeLog } from '#server/platform/serve/failure.ts';

/** Changes are gathered for so long before they are looked for again. */
const GATHERED_MS = 250;
/** Older knowledge than this is not acted upon; a look itself takes its time, and all of it stays within a second. */
const TRUSTED_MS = 750;
/** Who has not looked for so long starts afresh; changes can be looked up for longer than that. */
const FORGOTTEN_MS = 600_000;

export type Changes = {
  /** Whether what was read last is recent enough to act upon. Asks for more behind the scenes when it grows old. */
  isTrusted(): boolean;
  /** Resolves once everything that was committed before this call has been told to the listener. */
  catchUp(): Promise<void>;
  /** From now on nothing is trusted until the database was asked again: something may just have been changed. */
  distrust(): void;
};

export type Look = {
  /** Whether changes may have been missed since the last one, or this is the first. */
  readonly isAfresh: boolean;
  /** When it was begun, by the clock that only goes forward. */
  readonly fromMs: number;
};

/**
 * @param look looks what has changed, and tells the listener before it resolves
 * @param log is told what is no outage: without a look nothing is kept, and the shop would only be slow
 * @param nowMs a clock that only goes forward
 * @param now the time of day, which goes on while the machine sleeps
 */
export function trustedLooks(
  look: (begun: Look) => Promise<void>,
  log: Pick<ServeLog, 'error'>,
  nowMs: () => number,
  now: () => Date,
): Changes {
  let last: { readonly fromMs: number; readonly from: number } | undefined;
  let looking: Promise<void> | undefined;
  /** Counted, for a doubt that comes up during a look is not settled by it. */
  let doubts = 0;
  let settledDoubts = 0;

  async function lookNow(): Promise<void> {
    const doubtsBefore = doubts;
    const begun = { fromMs: nowMs(), from: now().getTime() };
    const sinceLastMs =
      last === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(begun.fromMs - last.fromMs, begun.from - last.from);
    await look({ isAfresh: sinceLastMs > FORGOTTEN_MS, fromMs: begun.fromMs });
    last = begun;
    settledDoubts = doubtsBefore;
  }

  function lookOnce(): Promise<void> {
    looking ??= lookNow()
      .catch((error: unknown) => {
        doubts += 1;
        if (!isOutage(error)) log.error({ err: error }, 'what has changed could not be read');
        throw error;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  return {
    isTrusted() {
      if (last === undefined || doubts > settledDoubts) return false;
      const ageMs = nowMs() - last.fromMs;
      // What goes wrong here is for the one who asks when nothing can be trusted any more.
      if (ageMs > GATHERED_MS && ageMs <= TRUSTED_MS) lookOnce().catch(() => undefined);
      return ageMs <= TRUSTED_MS;
    },
    async catchUp() {
      // A look that has begun may have missed what was committed since.
      await looking?.catch(() => undefined);
      await lookOnce();
    },
    distrust() {
      doubts += 1;
    },
  };
}
