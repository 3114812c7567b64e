/** The only SQL on the shop's users. A user is (issuer, subject) of an identity provider; the email is an attribute. */
import { type Expression, sql } from 'kysely';
import type { MomentCursor } from '#domain/paging.ts';
import type { Role } from '#domain/users/permission.ts';
import { compiledOnce } from '#server/platform/db/compiled-once.ts';
import type { Db, Querier, Tx } from '#server/platform/db/database.ts';
import { plannedForValues, typedWords } from '#server/platform/db/having-words.ts';
import { readTogether } from '#server/platform/db/read-together.ts';
import { COUNTED_TO } from '#server/platform/page-headers.ts';
import { personHasWords } from '#server/read-models/people-by-words.ts';
import type { Identity } from './caller.ts';

/** A user as the shop keeps them. */
export type KeptUser = {
  readonly id: string;
  /** Who they are at their provider. */
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly role: Role;
  readonly deactivated: boolean;
  /** Raised whenever earlier tokens must end: those carry an older one. */
  readonly tokenEpoch: number;
  readonly createdAt: Date;
};

const COLUMNS = [
  'id',
  'subject',
  'email',
  'email_verified as emailVerified',
  'display_name as name',
  'role',
  'token_epoch as tokenEpoch',
  'created_at as createdAt',
] as const;
const DEACTIVATED = sql<boolean>`deactivated_at is not null`.as('deactivated');

const users = (db: Querier) => db.selectFrom('shop_user').select(COLUMNS).select(DEACTIVATED);

const usersByIds = compiledOnce((db, ids: Expression<readonly string[]>) =>
  users(db).where('id', '=', sql<string>`any(${ids}::uuid[])`),
);

/** Finds users by their ids; those that are asked for at once are read at once. */
export function userFinder(db: Db): (id: string) => Promise<KeptUser | undefined> {
  return readTogether(
    async (ids) => (await db.executeQuery(usersByIds(db, ids))).rows,
    ({ id }) => id,
  );
}

export function findUserByEmail(db: Querier, issuer: string, email: string): Promise<KeptUser | undefined> {
  return users(db).where('issuer', '=', issuer).where('email', '=', email).executeTakeFirst();
}

/** Of all providers' users with this email, the newest one's id. */
export async function findNewestIdByEmail(db: Querier, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('shop_user')
    .select('id')
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The user with this email, who stays as they are until the transaction ends. */
export function lockUserByEmail(tx: Tx, issuer: string, email: string): Promise<KeptUser | undefined> {
  return users(tx).where('issuer', '=', issuer).where('email', '=', email).forUpdate().executeTakeFirst();
}

export function findUserOfIdentity(
  db: Querier,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<KeptUser | undefined> {
  return users(db).where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst();
}

/** The same, who stays as they are until the transaction ends. */
export function lockUserOfIdentity(
  tx: Tx,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<KeptUser | undefined> {
  return users(tx).where('issuer', '=', issuer).where('subject', '=', subject).forUpdate().executeTakeFirst();
}

type UsersPage = { readonly limit: number; readonly after?: MomentCursor | undefined };

/**
 * A page of a provider's users, newest first, of those alone whose name and email have the words of `find` where there are
 * any; and how many there are, counted to one more than 10,000.
 */
export async function pageOfUsers(
  db: Db,
  { issuer, find }: { readonly issuer: string; readonly find?: string | undefined },
  page: UsersPage,
): Promise<{ rows: KeptUser[]; total: number }> {
  const words = typedWords(find);
  if (words.length === 0) return readUsersPage(db, issuer, words, page);
  return plannedForValues(db, (tx) => readUsersPage(tx, issuer, words, page));
}

async function readUsersPage(
  db: Querier,
  issuer: string,
  words: readonly string[],
  { limit, after }: UsersPage,
): Promise<{ rows: KeptUser[]; total: number }> {
  let page = users(db)
    .where('issuer', '=', issuer)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit));
  let all = db
    .selectFrom('shop_user')
    .select('id')
    .where('issuer', '=', issuer)
    .limit(sql.lit(COUNTED_TO + 1));
  if (words.length > 0) {
    page = page.where(personHasWords(words));
    all = all.where(personHasWords(words));
  }
  if (after !== undefined) {
    page = page.where(sql<boolean>`(created_at, id) < (${after.moment}::timestamptz, ${after.id}::uuid)`);
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

/**
 * Takes an email address from whoever else has it, since its provider now says that it is this person's. The other
 * keeps account and orders, under an address that reaches nobody, until the provider tells us their new one. Until the
 * transaction ends, others who want this address wait.
 *
 * False, and nothing is taken, where the other has verified it and this person has not: an address that anyone may
 * type into an account elsewhere takes nothing from its owner.
 */
export async function takeEmail(
  tx: Tx,
  { issuer, subject, email, emailVerified }: Identity,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${email}`}, 0))`.execute(tx);
  if (!emailVerified) {
    const owner = await tx
      .selectFrom('shop_user')
      .select('id')
      .where('issuer', '=', issuer)
      .where('email', '=', email)
      .where('subject', '<>', subject)
      .where('email_verified', '=', true)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst();
    if (owner !== undefined) return false;
  }
  await tx
    .updateTable('shop_user')
    .set({
      email: sql<string>`id::text || '@moved.invalid'`,
      email_verified: false,
      token_epoch: sql<number>`token_epoch + 1`,
    })
    .where('issuer', '=', issuer)
    .where('email', '=', email)
    .where('subject', '<>', subject)
    .execute();
  return true;
}

/** Keeps what a provider says of a person: a new user, or what changed of a known one. A known name is never emptied. */
export async function saveIdentity(
  tx: Tx,
  user: { readonly id: string; readonly identity: Identity; readonly now: Date },
): Promise<KeptUser> {
  const { issuer, subject, email, emailVerified, name } = user.identity;
  return tx
    .insertInto('shop_user')
    .values({
      id: user.id,
      issuer,
      subject,
      email,
      email_verified: emailVerified,
      display_name: name === '' ? email.slice(0, email.indexOf('@')) : name,
      created_at: user.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((eb) => ({
        email: eb.ref('excluded.email'),
        email_verified: eb.ref('excluded.email_verified'),
        display_name: name === '' ? eb.ref('shop_user.display_name') : eb.ref('excluded.display_name'),
      })),
    )
    .returning(COLUMNS)
    .returning(DEACTIVATED)
    .executeTakeFirstOrThrow();
}

/** Marks a person's email as verified, where it still is the one that we know. */
export async function setEmailVerified(
  tx: Tx,
  { issuer, subject, email }: Pick<Identity, 'issuer' | 'subject' | 'email'>,
): Promise<void> {
  await tx
    .updateTable('shop_user')
    .set({ email_verified: true })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('email', '=', email)
    .execute();
}

/** Ends a person's tokens. */
export async function endTokensOf(
  tx: Tx,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<void> {
  await tx
    .updateTable('shop_user')
    .set({ token_epoch: sql<number>`token_epoch + 1` })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/**
 * The ids of the active admins, none of whom can stop being one until the transaction ends. Always locked in the same
 * order, so that two who do this at once wait for each other instead of locking each other out.
 */
export async function lockAdmins(tx: Tx, issuer: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('shop_user')
    .select('id')
    .where('issuer', '=', issuer)
    .where('role', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** Gives a user a role and ends their tokens, so that the next one is of this role. */
export async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx
    .updateTable('shop_user')
    .set({ role, token_epoch: sql<number>`token_epoch + 1` })
    .where('id', '=', id)
    .execute();
}

/** Deactivates a user, ends their tokens and takes the role that they had: whoever comes back is a customer. */
export async function setDeactivated(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('shop_user')
    .set({ deactivated_at: now, role: 'customer', token_epoch: sql<number>`token_epoch + 1` })
    .where('id', '=', id)
    .execute();
}

/** Makes a deactivated user an active customer. They get another epoch, since their sessions end with it. */
export async function setActive(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('shop_user')
    // Earlier versions left a deactivated admin the role.
    .set({ deactivated_at: null, role: 'customer', token_epoch: sql<number>`token_epoch + 1` })
    .where('id', '=', id)
    .execute();
}
