/** What the shop asks of whoever keeps its people's second factors. */
import type { Querier, Tx } from '#server/platform/db/database.ts';

export type SecondFactorKeeper = {
  /** Of these people, by their subjects, those who have one. */
  having(db: Querier, subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** Takes somebody's away, ends their sessions and tells them; false, and nothing done, where there was none. */
  reset(tx: Tx, subject: string): Promise<boolean>;
};
