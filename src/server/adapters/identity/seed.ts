/** Makes accounts without a sign-up: the demo's people. */
import type { Identity } from '#server/users/caller.ts';
import type { IdentityLibrary } from './library.ts';
import { PASSWORD_PROVIDER, PROOF_ISSUER } from './names.ts';

export type SeededIdentity = {
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly password: string;
};

/** An account with this email, name and password, whose email counts as verified; made or brought up to date. */
export async function seed(library: IdentityLibrary, account: SeededIdentity): Promise<Identity> {
  const { email, name, password } = account;
  const { internalAdapter, password: passwords } = await library.$context;
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const user =
    found === null
      ? await internalAdapter.createUser({ email, name, emailVerified: true }, { method: 'admin' })
      : found.user;
  if (!user.emailVerified || user.name !== name) {
    await internalAdapter.updateUser(user.id, { name, emailVerified: true });
  }
  const known = found?.accounts.find((one) => one.providerId === PASSWORD_PROVIDER);
  if (known === undefined) {
    await internalAdapter.linkAccount({
      userId: user.id,
      providerId: PASSWORD_PROVIDER,
      accountId: user.id,
      password: await passwords.hash(password),
    });
  } else if (!known.password || !(await passwords.verify({ hash: known.password, password }))) {
    await internalAdapter.updateAccount(known.id, { password: await passwords.hash(password) });
  }
  return { issuer: PROOF_ISSUER, subject: user.id, email, emailVerified: true, name };
}
