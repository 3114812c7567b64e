/** What the shop asks of whoever keeps its people's sessions. */
import type { Querier } from '#server/platform/db/database.ts';
import type { Identity } from './caller.ts';

export type SessionKeeper = {
  /** Whether what a proof says of a session still holds: the session is there, its bearer's, and counts. */
  isOpen(db: Querier, proof: Pick<Identity, 'subject' | 'sessionId' | 'secondFactorAt'>): Promise<boolean>;
};
