/** The only SQL on profiles. One per user. */
import { sql } from 'kysely';
import type { MomentCursor } from '#domain/paging.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { COUNTED_TO } from '#server/platform/page-headers.ts';

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

/** A page of all profiles, or only of this user's or with this id, newest first; and how many there are, to one more than 10,000. */
export async function pageOfProfiles(
  db: Querier,
  { id, userId }: { readonly id?: string | undefined; readonly userId?: string | undefined },
  { limit, after }: { readonly limit: number; readonly after?: MomentCursor | undefined },
): Promise<{ rows: (Profile & { readonly updatedAt: Date })[]; total: number }> {
  let page = profiles(db)
    .select('updated_at as updatedAt')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit));
  let all = db
    .selectFrom('profile')
    .select('id')
    .limit(sql.lit(COUNTED_TO + 1));
  if (userId !== undefined) {
    page = page.where('user_id', '=', userId);
    all = all.where('user_id', '=', userId);
  }
  if (id !== undefined) {
    page = page.where('id', '=', id);
    all = all.where('id', '=', id);
  }
  if (after !== undefined) {
    page = page.where(sql<boolean>`(updated_at, id) < (${after.moment}::timestamptz, ${after.id}::uuid)`);
  }
  const [rows, counted] = await Promise.all([
    page.execute(),
    db
      .selectFrom(all.as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.count };
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
