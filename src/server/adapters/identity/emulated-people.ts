/**
 * The fence around accounts that the emulated Google of a demo has made: their sessions end with the emulated Google, and
 * with a role.
 */
import type { Db, Querier } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { EMULATED_PROVIDER, PROOF_ISSUER } from './names.ts';
import type { IdentityPeople } from './people.ts';

export type EmulatedPeople = {
  /** Whether an account's session counts: always for accounts that the emulated Google has not made. */
  mayStay(querier: Querier, userId: string): Promise<boolean>;
  /** Where there is no emulated Google: removes what one has made before. Users of the shop are deactivated by it. */
  forgetOutsideDemo(): Promise<void>;
};

/** Puts up the fence. `isEmulated` says whether the emulated Google is on. */
export function fenceEmulatedPeople(
  db: Db,
  people: Pick<IdentityPeople, 'hasRole' | 'noteGone'>,
  isEmulated: boolean,
): EmulatedPeople {
  return {
    async mayStay(querier, userId) {
      const emulated = await querier
        .selectFrom('identity_account')
        .select('id')
        .where('user_id', '=', userId)
        .where('provider_id', '=', EMULATED_PROVIDER)
        .executeTakeFirst();
      if (emulated === undefined) return true;
      return isEmulated && !(await people.hasRole(querier, { issuer: PROOF_ISSUER, subject: userId }));
    },
    async forgetOutsideDemo() {
      if (isEmulated) return;
      await inTransaction(db, async (tx) => {
        const gone = await tx
          .deleteFrom('identity_user')
          .where('id', 'in', (eb) =>
            eb.selectFrom('identity_account').select('user_id').where('provider_id', '=', EMULATED_PROVIDER),
          )
          .returning('id')
          .execute();
        for (const { id } of gone) await people.noteGone(tx, { issuer: PROOF_ISSUER, subject: id });
      });
    },
  };
}
