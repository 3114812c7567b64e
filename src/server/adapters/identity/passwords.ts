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

/** Whose password it is; or that it is not, and whose it would be, where anybody has this email. */
export type JudgedPassword =
  | { readonly isRight: true; readonly userId: string; readonly passwordHash: string }
  | { readonly isRight: false; readonly userId: string | undefined };

/** Judges a password. A wrong one and an email that nobody has take the same time: a password is hashed either way. */
export async function judgePassword(
  db: Db,
  library: IdentityLibrary,
  { email, password }: Credentials,
): Promise<JudgedPassword> {
  const account = await db
    .selectFrom('identity_user')
    .leftJoin('identity_account', (join) =>
      join
        .onRef('identity_account.user_id', '=', 'identity_user.id')
        .on('identity_account.provider_id', '=', PASSWORD_PROVIDER),
    )
    .select(['identity_user.id', 'identity_account.password as hash'])
    .where('identity_user.email', '=', email)
    .executeTakeFirst();
  const hashing = await hashingOf(library);
  const hash = account?.hash ?? null;
  if (account === undefined || hash === null) {
    await hashing.hash(password);
    return { isRight: false, userId: account?.id };
  }
  return (await hashing.verify({ hash, password }))
    ? { isRight: true, userId: account.id, passwordHash: hash }
    : { isRight: false, userId: account.id };
}

/** The hash of an account's password; null where it has none. */
export async function passwordHashOf(db: Querier, userId: string): Promise<string | null> {
  const account = await db
    .selectFrom('identity_account')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .executeTakeFirst();
  return account?.password ?? null;
}

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
