/**
 * Who is signed in, as the pages see it. Pages use `useSession`, the sign-in functions and the guards of
 * `guards.tsx`; what stands behind them is set by `provideSession`.
 */
import { useSyncExternalStore } from 'react';
import type { SignInOffer } from './sign-in-problem.ts';

export type SessionUser = {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly role: 'admin' | 'customer';
};

/**
 * - `loading`: not known yet; always so on the server and in the first moment in the browser.
 * - `failed`: someone seems to be signed in, but it could not be confirmed (no connection); `retry` tries again.
 */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'signed-in'; readonly user: SessionUser };

/** The outcome of signing in or up; `message` is the provider's text, to be shown as it is, and `offer` may help. */
export type SignInResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly message: string;
      readonly offer?: SignInOffer | undefined;
      /** The account has a second factor: a code of it, with this challenge, ends the sign-in. */
      readonly challenge?: string | undefined;
    };

/** What a session does. The functions never throw: a failure is a result. */
export type SessionProvider = {
  /** The same object until something changes. */
  readonly current: () => Session;
  /** Calls back after each change; answers how to stop that. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly signIn: (credentials: { email: string; password: string }) => Promise<SignInResult>;
  /** Makes an account, sets its display name and signs in. */
  readonly signUp: (account: { name: string; email: string; password: string }) => Promise<SignInResult>;
  /** Google in a popup window. To be called in the moment of a click, since a window is opened only then. */
  readonly signInWithGoogle: () => Promise<SignInResult>;
  /** Ends a sign-in that asked for the second factor, with a code of it. */
  readonly finishSignIn: (shown: { challenge: string; code: string }) => Promise<SignInResult>;
  /** Asks the provider anew who this is, after something of them has changed there. */
  readonly refresh: () => Promise<void>;
  /** Ends the session in every tab and removes the access token. */
  readonly signOut: () => Promise<void>;
};

const LOADING: Session = { status: 'loading' };
const SIGNED_OUT: Session = { status: 'signed-out' };
const UNAVAILABLE: SignInResult = { ok: false, message: 'Signing in is not available' };

/** Nobody, ever: stands here until a provider is set. */
const nobody: SessionProvider = {
  current: () => SIGNED_OUT,
  subscribe: () => () => undefined,
  signIn: async () => UNAVAILABLE,
  signUp: async () => UNAVAILABLE,
  signInWithGoogle: async () => UNAVAILABLE,
  finishSignIn: async () => UNAVAILABLE,
  refresh: async () => undefined,
  signOut: async () => undefined,
};

let provider: SessionProvider = nobody;
let stopListening: () => void = () => undefined;
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Sets what stands behind the session, from now on. */
export function provideSession(next: SessionProvider): void {
  stopListening();
  provider = next;
  stopListening = next.subscribe(tell);
  tell();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The session of this browser, kept up to date. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => provider.current(),
    () => LOADING,
  );
}

export const signIn: SessionProvider['signIn'] = (credentials) => provider.signIn(credentials);
export const signUp: SessionProvider['signUp'] = (account) => provider.signUp(account);
export const signInWithGoogle: SessionProvider['signInWithGoogle'] = () => provider.signInWithGoogle();
export const finishSignIn: SessionProvider['finishSignIn'] = (shown) => provider.finishSignIn(shown);
export const refreshSession: SessionProvider['refresh'] = () => provider.refresh();
export const signOut: SessionProvider['signOut'] = () => provider.signOut();
