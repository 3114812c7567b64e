/** The identity provider, as the browser sees it: whoever signs people in stands behind this one interface. */
import type { IdentityTable } from '#contract/identity.ts';
import type { Client } from '#contract/kernel/operation.ts';

export type IdentityUser = { readonly email: string; readonly name: string };

/** Whose password a link sets, or why it sets none: it was used, is too old, or is none of ours. */
export type PasswordLink =
  | { readonly ok: true; readonly email: string }
  | { readonly ok: false; readonly reason: 'expired' | 'invalid' };

/** Setting a new password at our own page, `/reset-password`, with the code of a link that was mailed. */
export type PasswordLinks = {
  /** Whose link this is, without using it. Throws where that can't be told just now. */
  read(code: string): Promise<PasswordLink>;
  /**
   * Sets the password, which uses the link up and ends the account's sessions. Signs nobody in. Throws where it could
   * not be done just now, or where the provider does not take this password.
   */
  setPassword(code: string, password: string): Promise<PasswordLink>;
};

/** Second factor, password and devices, where this shop keeps them. */
export type AccountSecurity = Pick<
  Client<IdentityTable>,
  | 'identityFinishSignIn'
  | 'identitySecurity'
  | 'identityBeginSecondFactor'
  | 'identityTurnOnSecondFactor'
  | 'identityShowSecondFactor'
  | 'identityTurnOffSecondFactor'
  | 'identityRenewRecoveryCodes'
  | 'identityChangePassword'
  | 'identityEndSession'
>;

/**
 * What a provider does. Its functions throw an `ApiError` or a `SignInProblem` whose text is the provider's own, to be
 * shown as it is. Who wants to know when someone signs in or out listens to the shop's session, which follows the
 * provider's.
 */
export type IdentityClient = {
  signIn(credentials: { readonly email: string; readonly password: string }): Promise<void>;
  /** Makes an account and signs in to it. Answers it as it is now: some providers take no name at this moment. */
  createAccount(account: {
    readonly email: string;
    readonly password: string;
    readonly name: string;
  }): Promise<IdentityUser>;
  /**
   * Signs in with Google, in a window of its own. Opens the window before it returns, since browsers open one only in
   * the moment of a click; nothing else of the sign-in begins before `ready` has settled (an earlier sign-out may be
   * under way). Throws a `SignInProblem` where the window was closed or not opened, or the sign-in was refused.
   */
  signInWithGoogle(ready: Promise<void>): Promise<void>;
  setDisplayName(name: string): Promise<void>;
  /** Has a link mailed that sets a new password. The same answer whether anyone has this address or not. */
  sendPasswordReset(email: string): Promise<void>;
  /** Null where the provider's links lead to a page of its own. */
  readonly passwordLinks: PasswordLinks | null;
  /** Has the link mailed again that verifies the email of whoever is signed in, unless it is verified by now. */
  sendEmailVerification(): Promise<{ readonly emailVerified: boolean }>;
  /** Ends the provider's own session. Safe to repeat. */
  signOut(): Promise<void>;
  /** A fresh proof of who is signed in: a JWT with `email`, `name` and `email_verified`; null when nobody is. */
  proof(): Promise<string | null>;
  /** Missing where the provider keeps second factors, passwords and devices at pages of its own. */
  readonly security?: AccountSecurity;
  /** Gets ready for a sign-in, where that takes a while. Called by pages on which people sign in. */
  prepare?(): void;
  /**
   * Calls back with who is signed in, now and after each change, of the name as well: changes by these functions and,
   * what the shop could not know otherwise, by other tabs and by the provider itself. Answers how to stop that. Missing
   * where the provider tells nothing of its own accord.
   */
  onChange?(listener: (user: IdentityUser | null) => void): () => void;
};

let open: () => Promise<IdentityClient> = () =>
  Promise.reject(new Error('There is no identity provider here'));

/** Sets how the provider of this shop is come by. Called once, before the first page is shown in the browser. */
export function provideIdentity(next: () => Promise<IdentityClient>): void {
  open = next;
}

/**
 * The provider of this shop, whose script comes when it is first asked for.
 *
 * @throws ChunkLoadError where it does not come; Error on the server, where nobody signs in
 */
export function identityClient(): Promise<IdentityClient> {
  return open();
}
