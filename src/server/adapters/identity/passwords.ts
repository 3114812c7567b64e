/**
 * Accounts with email and password: making one, and judging a password.
 *
 * The identity library has its own calls for both, but they refuse addresses that the shop accepts (`r&d@example.com`), and
 * two sign-ups with one email at once look like a fault there. These are made of the same parts: its tables and its hashing.
 */
import type { Db, Querier, Tx } from '#server/platform/db/database.ts';
import { sqlState } from '#server/platform/db/sql-state.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { IdentityLibrary } from './library.ts';
import { PASSWORD_PROVIDER } from './names.ts';

const UNIQUE_VIOLATION = '23505';

/** The email in lower case. */
export type Credentials = { readonly email: string; readonly password: string };

/** How the library hashes. */
export const hashingOf = async (library: IdentityLibrary) => (await library.$context).password;

/**
 * Makes an account and answers its id; null where someone has this email.
 *
 * @param whenMade runs in the transaction that makes it
 */
export async function makeAccount(
  db: Db,
  library: IdentityLibrary,
  { email, password, name }: Credentials & { readonly name: string },
  whenMade: (tx: Tx, userId: string) => Promise<void>,
): Promise<string | null> {
  const taken = await db
    .selectFrom('identity_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (taken !== undefined) return null;
  const hash = await (await hashingOf(library)).hash(password);
  try {
    return await inTransaction(db, async (tx) => {
      const { id } = await tx
        .insertInto('identity_user')
        .values({ email, name, email_verified: false })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('identity_account')
        .values({
          user_id: id,
          provider_id: PASSWORD_PROVIDER,
          account_id: id,
          password: hash,
          updated_at: new Date(),
        })
        .execute();
      await whenMade(tx, id);
      return id;
    });
  } catch (error) {
    // Someone else signed up with it since we looked.
    if (sqlState(error) === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

/** A password as it is kept. `keptAt` is when it was set, or its known browsers were forgotten since. */
export type KeptPassword = { readonly hash: string; readonly keptAt: Date };
/** An account, and its password where it has one. */
export type PasswordAccount = { readonly userId: string; readonly password: KeptPassword | null };

/** The account that has this email. */
export async function passwordAccountOf(db: Querier, email: string): Promise<PasswordAccount | undefined> {
  const account = await db
    .selectFrom('identity_user')
    .leftJoin('identity_account', (join) =>
      join
        .onRef('identity_account.user_id', '=', 'identity_user.id')
        .on('identity_account.provider_id', '=', PASSWORD_PROVIDER),
    )
    .select([
      'identity_user.id',
      'identity_account.password as hash',
      'identity_account.updated_at as keptAt',
    ])
    .where('identity_user.email', '=', email)
    .executeTakeFirst();
  return account && { userId: account.id, password: asKept(account) };
}

const asKept = ({ hash, keptAt }: { readonly hash: string | null; readonly keptAt: Date | null }) =>
  hash === null || keptAt === null ? null : { hash, keptAt };

/** Whose password it is; or that it is not, and whose it would be, where anybody has this email. */
export type JudgedPassword =
  | { readonly isRight: true; readonly userId: string; readonly passwordHash: string }
  | { readonly isRight: false; readonly userId: string | undefined };

/** Judges a password. A wrong one and an account that is none take the same time: a password is hashed either way. */
export async function judgePassword(
  library: IdentityLibrary,
  account: PasswordAccount | undefined,
  password: string,
): Promise<JudgedPassword> {
  const hashing = await hashingOf(library);
  const hash = account?.password?.hash;
  if (account === undefined || hash === undefined) {
    await hashing.hash(password);
    return { isRight: false, userId: account?.userId };
  }
  return (await hashing.verify({ hash, password }))
    ? { isRight: true, userId: account.userId, passwordHash: hash }
    : { isRight: false, userId: account.userId };
}

/** The password of an account; null where it has none. */
export async function passwordOf(db: Querier, userId: string): Promise<KeptPassword | null> {
  const account = await db
    .selectFrom('identity_account')
    .select(['password as hash', 'updated_at as keptAt'])
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .executeTakeFirst();
  return account === undefined ? null : asKept(account);
}

/** The hash of it. */
export const passwordHashOf = async (db: Querier, userId: string): Promise<string | null> =>
  (await passwordOf(db, userId))?.hash ?? null;

/** Keeps the hash of an account's new password. */
export async function keepPassword(tx: Tx, userId: string, hash: string, now: Date): Promise<void> {
  await tx
    .insertInto('identity_account')
    .values({
      user_id: userId,
      provider_id: PASSWORD_PROVIDER,
      account_id: userId,
      password: hash,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: now }),
    )
    .execute();
}

/**
 * Forgets the browsers that are known to an account with a password, as a new one does: see `known-devices.ts`. Without one there is
 * nothing to guess at.
 */
export async function forgetKnownDevices(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('identity_account')
    .set({ updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .execute();
}
