/** What the shop asks of whoever keeps its people's sessions. */
import type { Querier, Tx } from '#server/platform/db/database.ts';
import type { Identity } from './caller.ts';

export type SessionKeeper = {
  /** Whether what a proof says of a session still holds: the session is there, its bearer's, and counts. */
  isOpen(db: Querier, proof: Pick<Identity, 'subject' | 'sessionId' | 'secondFactorAt'>): Promise<boolean>;
  /** Ends all that somebody has, by their subject; whoever asks ends their tokens, too. */
  endAll(tx: Tx, subject: string): Promise<void>;
};
