/** The second factors of the embedded provider, as the shop asks for them. */
import { sql } from 'kysely';
import type { SecondFactorKeeper } from '#server/users/second-factor-keeper.ts';
import { turnOffSecondFactor } from './second-factor.ts';
import type { SecurityNotices } from './security-notices.ts';

export function createSecondFactorKeeper(notices: Pick<SecurityNotices, 'tell'>): SecondFactorKeeper {
  return {
    async having(db, subjects) {
      const rows = await db
        .selectFrom('identity_second_factor')
        .select('user_id')
        .where(sql<boolean>`user_id::text = any(${subjects}::text[])`)
        .where('confirmed_at', 'is not', null)
        .execute();
      return new Set(rows.map((row) => row.user_id));
    },
    async reset(tx, subject) {
      if (!(await turnOffSecondFactor(tx, subject))) return false;
      await tx.deleteFrom('identity_session').where('user_id', '=', subject).execute();
      await notices.tell(tx, subject, 'second-factor-reset');
      return true;
    },
  };
}
