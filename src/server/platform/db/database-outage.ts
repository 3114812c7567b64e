/** What PostgreSQL, or the way to it, says where it can't do just now what it should. */
import { Outage } from '../outage.ts';

/** The database takes no changes: its disk is full, or it is a copy that can only be read. Reading goes on. */
export class WritesRefused extends Outage {}
/** No connection can be made, or the one that there was is lost, with whatever was asked by it. */
export class OutOfReach extends Outage {}

/** Shutting down, starting up, out of connections, cut off, or somebody else at its port. */
const OUT_OF_REACH =
  /^(08...|57P0.|28...|53300|25P0[34]|ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const CUT_OFF =
  /Connection terminated|timeout (exceeded|expired)|Query read timeout|not queryable|Client has encountered a connection error/;
/** A statement, or its wait for a lock, took longer than it may; or memory ran out. */
const TOO_BUSY = /^(57014|55P03|53200)$/;
/** A replica has waited long enough for what reads rows that the primary no longer has; the code is also that of other conflicts. */
const HELD_UP_REPLICA = /conflict with recovery/;
/** A transaction that can only read, and a full disk. */
const WRITES_REFUSED = /^(25006|53100)$/;

/** What a caller is told who wanted to change something. */
const READ_ONLY_DETAIL =
  'The shop can be read, but nothing can be ordered or changed just now. Nothing was changed; try again in a few minutes';

/** The outage that an error of the driver stands for; undefined where it is anything else. */
export function outageOfDatabase(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (WRITES_REFUSED.test(code)) {
    return new WritesRefused('The database refuses to be written to', {
      cause: error,
      retryAfterSeconds: 60,
      detail: READ_ONLY_DETAIL,
    });
  }
  if (OUT_OF_REACH.test(code) || CUT_OFF.test(error.message))
    return new OutOfReach('The database is not within reach', { cause: error });
  if (TOO_BUSY.test(code) || HELD_UP_REPLICA.test(error.message))
    return new Outage('The database is too busy', { cause: error });
  return undefined;
}

/** What the driver, the server or the network said, in their words: of an outage what it stands for, of several tries each. */
export function wordsOf(error: unknown): string {
  if (error instanceof Outage) return wordsOf(error.cause);
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Whether a connection could not be made now, but a moment later may be: the server starts, or was just restarted. */
export function mayConnectSoon(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03';
}
