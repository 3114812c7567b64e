/**
 * Keeps the statements of a connection's transactions inside of them, where statements are asked for without waiting for the
 * answers of those before (`pipelining.ts`).
 */
import type pg from 'pg';

/** What stands between those who ask one connection and the connection. */
export type TransactionGuard = {
  /**
   * Sends a statement, once it may be, and answers as the database does.
   *
   * BEGIN travels with the statements behind it, as long as they only read; the first that may write waits for its answer,
   * and so do all behind that one. Should BEGIN fail, which leaves the connection outside of any transaction, all fail
   * like it until ROLLBACK, and nothing was written.
   *
   * What is asked for once the end of the transaction has been fails and is not sent: it was begun beside something that
   * failed, and nobody waits for it. Only ROLLBACK is sent behind a COMMIT, which may have failed.
   */
  send(text: string, send: () => Promise<pg.QueryResult>): Promise<object>;
  /** Whether the end of the transaction has been asked for, and the connection not been given back since. */
  hasEnded(): boolean;
  /** Says that the connection is given back: what is asked for next is somebody else's. */
  release(): void;
};

const READS = /^\s*select\b/i;
const BEGUN: Pick<pg.QueryResult, 'rows'> = { rows: [] };

/** Whether a statement ends its transaction. */
export const endsTransaction = (text: string): boolean => text === 'commit' || text === 'rollback';

/** Watches over one connection; each needs its own. */
export function transactionGuard(): TransactionGuard {
  /** BEGIN's answer, until it is there; one that failed until ROLLBACK. */
  let beginning: Promise<unknown> | undefined;
  let isHeld = false;
  let hasEnded = false;
  const begin = (answer: Promise<unknown>) => {
    beginning = answer;
    isHeld = false;
    hasEnded = false;
    answer.then(
      () => {
        beginning = undefined;
      },
      () => {
        isHeld = true;
      },
    );
  };
  const sendBehindBegin: TransactionGuard['send'] = async (text, send) => {
    if (beginning === undefined) return send();
    if (!isHeld && READS.test(text)) {
      const [, answer] = await Promise.all([beginning, send()]);
      return answer;
    }
    isHeld = true;
    if (text !== 'rollback') return beginning.then(send);
    return beginning.then(send, () => {
      beginning = undefined;
      return send();
    });
  };
  return {
    async send(text, send) {
      if (text === 'begin') {
        begin(send());
        return BEGUN;
      }
      if (hasEnded && text !== 'rollback')
        throw new Error(`Asked for when its transaction had ended: ${text}`);
      hasEnded ||= endsTransaction(text);
      return sendBehindBegin(text, send);
    },
    hasEnded: () => hasEnded,
    release() {
      hasEnded = false;
    },
  };
}
