/** The only SQL on profiles. One per user. */
import { sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';

export type Profile = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly education: string;
  readonly location: string;
  readonly phone: string;
  readonly linkedin: string;
};

const profiles = (db: Querier) =>
  db
    .selectFrom('profile')
    .select(['id', 'user_id as userId', 'name', 'email', 'education', 'location', 'phone', 'linkedin']);

/** Keeps a user's profile; false when they have one already. */
export async function insertProfile(db: Querier, profile: Profile, now: Date): Promise<boolean> {
  const { userId, ...values } = profile;
  const row = await db
    .insertInto('profile')
    .values({ ...values, user_id: userId, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findProfileById(db: Querier, id: string): Promise<Profile | undefined> {
  return profiles(db).where('id', '=', id).executeTakeFirst();
}

export function findProfileOfUser(db: Querier, userId: string): Promise<Profile | undefined> {
  return profiles(db).where('user_id', '=', userId).executeTakeFirst();
}

/** The newest 500 profiles, or only this user's. */
export function listProfiles(db: Querier, userId: string | 'all'): Promise<Profile[]> {
  const all = profiles(db).orderBy('updated_at', 'desc').orderBy('id').limit(sql.lit(500));
  return (userId === 'all' ? all : all.where('user_id', '=', userId)).execute();
}

/** Changes a profile; a phone that is not given stays. */
export async function updateProfile(
  db: Querier,
  id: string,
  changes: Pick<Profile, 'education' | 'location' | 'linkedin'> & { readonly phone: string | undefined },
  now: Date,
): Promise<void> {
  await db
    .updateTable('profile')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}
