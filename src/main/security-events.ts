/** Lines of the log about calls that somebody was not let make. Ids and codes, no addresses; never more than can be read. */
import type { Log } from '#server/platform/log.ts';
import type { RefusedCall } from '#server/platform/serve/run.ts';

/** Lines that are written in one second at most; what comes beyond is counted in the next one. */
const LINES_PER_SECOND = 20;

/**
 * Tells of refused calls.
 *
 * @param accountOf who is signed in; undefined for anyone else
 * @param nowMs a clock that never goes back, in milliseconds
 */
export function tellRefusedCalls(
  log: Pick<Log, 'warn'>,
  accountOf: (caller: RefusedCall['caller']) => string | undefined,
  nowMs: () => number,
): (call: RefusedCall) => void {
  let second = 0;
  let lines = 0;
  let untold = 0;
  return ({ operation, code, caller, requestId }) => {
    const now = Math.floor(nowMs() / 1_000);
    if (now !== second) {
      second = now;
      lines = 0;
    }
    if (lines >= LINES_PER_SECOND) {
      untold += 1;
      return;
    }
    lines += 1;
    const more = untold === 0 ? {} : { untold };
    untold = 0;
    log.warn(
      { refused: code, operation, by: accountOf(caller) ?? null, requestId, ...more },
      'A call was refused',
    );
  };
}
