/**
 * Whose account a Google account signs in to.
 *
 * | the account that has this email | Google says verified | Google does not |
 * |---|---|---|
 * | none | made, verified | made, and a link is mailed |
 * | one whose email is verified | linked, and claimed in a browser that does not know it | refused |
 * | one whose email is not verified | refused | refused |
 *
 * A link keeps the address that it has proven, where it has: what has not ends when somebody who reads the account's mail sets
 * a new password.
 *
 * The emulated Google of a demo makes accounts of its own and signs in to those alone: never to one that has a password,
 * a role or another way of signing in.
 */
import type { Audit } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sqlState } from '#server/platform/db/sql-state.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { actOfOwner } from './account-acts.ts';
import type { GooglePerson } from './google.ts';
import type { KnownDevices } from './known-devices.ts';
import { EMULATED_PROVIDER, GOOGLE_PROVIDER, PROOF_ISSUER } from './names.ts';
import { passwordOf } from './passwords.ts';
import type { IdentityPeople } from './people.ts';
import type { SecurityNotices } from './security-notices.ts';

/** The account, or why it is not this Google account's to sign in to. */
export type GoogleAccount =
  | {
      readonly kind: 'signs-in';
      readonly userId: string;
      readonly email: string;
      /** The id by which it is linked. */
      readonly googleAccount: string;
    }
  /** Somebody else's until both addresses are verified; `unverifiedUserId` where ours is the one that is not. */
  | { readonly kind: 'unverified'; readonly unverifiedUserId: string | null }
  | { readonly kind: 'not-for-emulated' };

export type GoogleAccountsDeps = {
  readonly db: Db;
  readonly people: Pick<IdentityPeople, 'noteVerified' | 'hasRole' | 'endAccess' | 'userIdOf'>;
  readonly devices: Pick<KnownDevices, 'deviceOf'>;
  readonly notices: Pick<SecurityNotices, 'tell'>;
  /** Told of each account that is made without a verified email. */
  readonly madeUnverified: (tx: Tx, userId: string) => Promise<void>;
  readonly now: () => Date;
};

/** Where somebody signs in: the cookies of their browser, and the audit log for what they do there. */
export type SigningIn = { readonly cookie: string | undefined; readonly audit: Audit };

const UNIQUE_VIOLATION = '23505';

/** Finds, makes or links the account of somebody whom Google vouches for. */
export async function accountOfGooglePerson(
  deps: GoogleAccountsDeps,
  person: GooglePerson,
  isEmulated: boolean,
  at: SigningIn,
): Promise<GoogleAccount> {
  const find = () =>
    inTransaction(deps.db, (tx) =>
      isEmulated ? emulatedAccount(deps, tx, person) : realAccount(deps, tx, person, at),
    );
  try {
    return await find();
  } catch (error) {
    // Someone signed up with this email, or with this Google account elsewhere, since we looked.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    return find();
  }
}

async function realAccount(
  deps: GoogleAccountsDeps,
  tx: Tx,
  person: GooglePerson,
  at: SigningIn,
): Promise<GoogleAccount> {
  const linked = await linkedAccount(tx, GOOGLE_PROVIDER, person.subject);
  if (linked !== undefined) {
    // Google has verified the address since, and it still is the account's.
    if (person.emailVerified && linked.email === person.email) await noteProven(deps, tx, linked, person);
    return signsIn(linked, person);
  }
  const other = await accountWithEmail(tx, person.email);
  if (other === undefined) return makeAccount(deps, tx, GOOGLE_PROVIDER, person);
  if (!other.email_verified) return { kind: 'unverified', unverifiedUserId: other.id };
  if (!person.emailVerified) return { kind: 'unverified', unverifiedUserId: null };
  const { id: userId, email } = other;
  const read = async () => ({ userId, password: await passwordOf(tx, userId) });
  const device = await deps.devices.deviceOf(at.cookie, { email, read }, deps.now());
  if (device === null) await claim(deps, tx, userId, at.audit);
  await link(tx, { providerId: GOOGLE_PROVIDER, subject: person.subject, provenEmail: email }, userId);
  return signsIn(other, person);
}

const signsIn = (
  { id, email }: { readonly id: string; readonly email: string },
  { subject }: GooglePerson,
): GoogleAccount => ({ kind: 'signs-in', userId: id, email, googleAccount: subject });

/** Keeps that a linked Google account proves the address of its account. */
async function noteProven(
  { people }: GoogleAccountsDeps,
  tx: Tx,
  { id, email, email_verified: isVerified, proven_email: provenEmail }: LinkedAccount,
  { subject }: GooglePerson,
): Promise<void> {
  if (provenEmail !== email) {
    await tx
      .updateTable('identity_account')
      .set({ proven_email: email, updated_at: new Date() })
      .where('provider_id', '=', GOOGLE_PROVIDER)
      .where('account_id', '=', subject)
      .execute();
  }
  if (isVerified) return;
  await tx
    .updateTable('identity_user')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  await people.noteVerified(tx, { issuer: PROOF_ISSUER, subject: id, email });
}

/**
 * Makes an account its owner's alone. Somebody else may have made it with their address, and wait for the owner to verify it:
 * so what led to it before does no longer, and a mail says how to set a new password.
 */
async function claim(
  { people, notices }: GoogleAccountsDeps,
  tx: Tx,
  userId: string,
  audit: Audit,
): Promise<void> {
  await tx.deleteFrom('identity_account').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await tx
    .deleteFrom('identity_session')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await people.endAccess(tx, { issuer: PROOF_ISSUER, subject: userId });
  const act = await actOfOwner(tx, people, userId);
  await audit.write(tx, { ...act, act: 'account.claimed', after: { devices: Number(numDeletedRows) } });
  await notices.tell(tx, userId, 'account-claimed');
}

async function emulatedAccount(
  deps: GoogleAccountsDeps,
  tx: Tx,
  person: GooglePerson,
): Promise<GoogleAccount> {
  const linked = await linkedAccount(tx, EMULATED_PROVIDER, person.subject);
  if (linked === undefined) {
    const other = await accountWithEmail(tx, person.email);
    return other === undefined
      ? makeAccount(deps, tx, EMULATED_PROVIDER, person)
      : { kind: 'not-for-emulated' };
  }
  const others = await tx
    .selectFrom('identity_account')
    .select('id')
    .where('user_id', '=', linked.id)
    .where('provider_id', '<>', EMULATED_PROVIDER)
    .execute();
  const hasRole = await deps.people.hasRole(tx, { issuer: PROOF_ISSUER, subject: linked.id });
  return others.length > 0 || hasRole ? { kind: 'not-for-emulated' } : signsIn(linked, person);
}

const USER = ['identity_user.id', 'identity_user.email', 'identity_user.email_verified'] as const;

// Locked, so that what is decided here still holds when it is written.
const linkedAccount = (tx: Tx, providerId: string, subject: string) =>
  tx
    .selectFrom('identity_account')
    .innerJoin('identity_user', 'identity_user.id', 'identity_account.user_id')
    .select(USER)
    .select('identity_account.proven_email')
    .where('identity_account.provider_id', '=', providerId)
    .where('identity_account.account_id', '=', subject)
    .forUpdate('identity_user')
    .executeTakeFirst();

type LinkedAccount = NonNullable<Awaited<ReturnType<typeof linkedAccount>>>;

const accountWithEmail = (tx: Tx, email: string) =>
  tx.selectFrom('identity_user').select(USER).where('email', '=', email).forUpdate().executeTakeFirst();

async function makeAccount(
  deps: GoogleAccountsDeps,
  tx: Tx,
  providerId: string,
  person: GooglePerson,
): Promise<GoogleAccount> {
  const { subject, email, emailVerified, name } = person;
  const { id } = await tx
    .insertInto('identity_user')
    .values({ email, name, email_verified: emailVerified })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The emulated Google says of any address that it is somebody's.
  const provenEmail = emailVerified && providerId === GOOGLE_PROVIDER ? email : null;
  await link(tx, { providerId, subject, provenEmail }, id);
  if (!emailVerified) await deps.madeUnverified(tx, id);
  return signsIn({ id, email }, person);
}

type Link = {
  readonly providerId: string;
  readonly subject: string;
  /** The account's own address, where this Google account has proven it. */
  readonly provenEmail: string | null;
};

async function link(tx: Tx, { providerId, subject, provenEmail }: Link, userId: string): Promise<void> {
  // None of Google's tokens are kept: nothing is ever asked of it again.
  await tx
    .insertInto('identity_account')
    .values({
      user_id: userId,
      provider_id: providerId,
      account_id: subject,
      proven_email: provenEmail,
      updated_at: new Date(),
    })
    .execute();
}
