/** The sessions of the embedded provider, as the shop asks for them. */
import type { SessionKeeper } from '#server/users/session-keeper.ts';
import type { EmulatedPeople } from './emulated-people.ts';
import { EMULATED_PROVIDER } from './names.ts';

export function createSessionKeeper(mayStay: EmulatedPeople['mayStay'], now: () => Date): SessionKeeper {
  return {
    async isOpen(db, { subject, sessionId, secondFactorAt }) {
      if (sessionId === undefined) return false;
      const session = await db
        .selectFrom('identity_session as session')
        .select('session.second_factor_at')
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom('identity_account as account')
                .select('account.id')
                .whereRef('account.user_id', '=', 'session.user_id')
                .where('account.provider_id', '=', EMULATED_PROVIDER),
            )
            .as('is_emulated'),
        )
        .where('session.id', '=', sessionId)
        .where('session.user_id', '=', subject)
        .where('session.expires_at', '>', now())
        .executeTakeFirst();
      if (session === undefined) return false;
      // The factor was turned off since.
      if (secondFactorAt !== undefined && session.second_factor_at === null) return false;
      return !session.is_emulated || mayStay(db, subject);
    },
    async endAll(tx, subject) {
      await tx.deleteFrom('identity_session').where('user_id', '=', subject).execute();
    },
  };
}
