/**
 * The shop's own session: a sign-in at the identity provider, exchanged for an access token that is renewed before it
 * runs out and shared by all tabs. Everything that a browser does stands behind `ShopSessionDeps`.
 */
import type { IdentityTable } from '#contract/identity.ts';
import { problemOf, problemOfCall } from '#contract/kernel/api-error.ts';
import type { CallTokens } from '#web/calls/access-token.ts';
import { failureText } from './failure-text.ts';
import type { IdentityClient } from './identity-client.ts';
import type { Kept, KeptSession, SessionShelf } from './kept-session.ts';
import { claimsOf } from './proof-claims.ts';
import type { Session, SessionProvider, SessionUser, SignInResult } from './session.ts';
import { signInProblemOf } from './sign-in-problem.ts';

export type IssuedToken = {
  readonly token: string;
  readonly expiresInSeconds: number;
  readonly role: SessionUser['role'];
};

export type ShopSessionDeps = {
  readonly client: IdentityClient;
  /** Exchanges a proof for an access token (`PUT /user/{email}`). */
  readonly exchange: (email: string, proof: string) => Promise<IssuedToken>;
  readonly shelf: SessionShelf;
  /** Runs work while no other tab runs its own. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly nowMs: () => number;
  /** Calls back after a time; answers how to stop that. */
  readonly later: (delayMs: number, work: () => void) => () => void;
  /** Is told when what was shown of a user must not be shown any more: they left, or someone else came. */
  readonly userGone: () => void;
  /** Is told when the user signs out here: what they have typed and not sent goes, too. */
  readonly userLeft: () => void;
};

/** A kept session of which everything is known. */
type Whole = Kept & { readonly session: KeptSession };

export type ShopSession = {
  readonly provider: SessionProvider;
  readonly tokens: CallTokens;
  /** Restores the session of an earlier page, and begins to listen to other tabs. */
  start(): void;
};

/** A token is renewed when it has less than this left. */
const MARGIN_MS = 60_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const SIGN_OUT_TRIES = 3;

const LOADING: Session = { status: 'loading' };
const SIGNED_OUT: Session = { status: 'signed-out' };

/** Makes the session; nothing happens before `start`. */
export function createShopSession(deps: ShopSessionDeps): ShopSession {
  const { client, shelf, nowMs } = deps;
  let state: Session = LOADING;
  const listeners = new Set<() => void>();
  let stopTimer: () => void = () => undefined;
  // Counts sign-ins and sign-outs: what began before one has no say after it.
  let turn = 0;
  let isEntering = false;

  const set = (next: Session): void => {
    if (next === state) return;
    const before = state;
    state = next;
    for (const listener of listeners) listener();
    if (before.status === 'signed-in' && !(next.status === 'signed-in' && isSame(before.user, next.user))) {
      deps.userGone();
    }
  };
  const after = (delayMs: number, work: () => void): void => {
    stopTimer();
    stopTimer = deps.later(Math.max(0, delayMs), work);
  };

  // A provider that ends its session by itself, or in another tab, ends the shop's.
  let follows = false;
  const followProvider = (): void => {
    if (follows) return;
    follows = true;
    client.onChange?.((user) => {
      // Signing in and out here says so itself; and what is already known elsewhere is no news.
      if (user !== null || isEntering || shelf.read() === null) return;
      // Not its word alone: a session that can't be asked about is not over.
      renew(() => false).catch(() => undefined);
    });
  };

  const show = ({ user, expiresAtMs }: KeptSession): void => {
    followProvider();
    if (state.status !== 'signed-in' || !isEqual(state.user, user)) set({ status: 'signed-in', user });
    after(expiresAtMs - MARGIN_MS - nowMs(), () => void renewInTime(FIRST_RETRY_MS));
  };
  const end = (): void => {
    turn += 1;
    stopTimer();
    shelf.forget();
    set(SIGNED_OUT);
  };

  // A proof, exchanged. Throws what the calls throw.
  const exchange = async (proof: string): Promise<{ token: string; session: KeptSession }> => {
    const claims = claimsOf(proof);
    const { token, expiresInSeconds, role } = await deps.exchange(claims.email, proof);
    const receivedAtMs = nowMs();
    const expiresAtMs = receivedAtMs + expiresInSeconds * 1000;
    return { token, session: { user: { ...claims, role }, receivedAtMs, expiresAtMs } };
  };

  let renewing: Promise<Kept | null> | null = null;
  /**
   * Gets a new token, once for all who ask at the same time in whatever tab: one that another tab has got since is
   * taken where `isGood`. Null means that nobody is signed in any more. Throws where that can't be told.
   */
  const renew = (isGood: (kept: Whole) => boolean): Promise<Kept | null> => {
    renewing ??= deps
      .alone(() => renewAlone(isGood))
      .finally(() => {
        renewing = null;
      });
    return renewing;
  };
  const renewAlone = async (isGood: (kept: Whole) => boolean): Promise<Kept | null> => {
    const before = shelf.read();
    if (before === null) {
      take(null);
      return null;
    }
    const { token, session } = before;
    if (session !== null && isGood({ token, session })) {
      show(session);
      return before;
    }
    const startedIn = turn;
    const isOvertaken = () => turn !== startedIn || shelf.read()?.token !== before.token;
    try {
      const proof = await client.proof();
      const fresh = proof === null ? null : await exchange(proof);
      // Someone signed out or in meanwhile, here or in another tab: then that counts.
      if (isOvertaken()) return shelf.read();
      if (fresh === null) {
        end();
        return null;
      }
      shelf.keep(fresh.token, fresh.session);
      show(fresh.session);
      return fresh;
    } catch (error) {
      if (!isDefinite(error)) throw error;
      if (!isOvertaken()) end();
      return null;
    }
  };
  const hasTimeLeft = ({ session }: Pick<Whole, 'session'>) => session.expiresAtMs - nowMs() > MARGIN_MS;

  const renewInTime = async (retryMs: number): Promise<void> => {
    try {
      await renew(hasTimeLeft);
    } catch (error) {
      // Whoever is signed in stays so; whoever was about to be restored is told, and all of it is tried again.
      if (state.status === 'loading' || state.status === 'failed') {
        set({ status: 'failed', error, retry: () => restore() });
      }
      after(retryMs, () => void renewInTime(Math.min(retryMs * 2, LAST_RETRY_MS)));
    }
  };
  const restore = (): void => {
    set(LOADING);
    void renewInTime(FIRST_RETRY_MS);
  };

  // What is kept, kept anew by another tab perhaps, is the session from now on.
  const take = (kept: Kept | null): void => {
    if (kept === null) {
      stopTimer();
      set(SIGNED_OUT);
    } else if (kept.session !== null && kept.session.expiresAtMs > nowMs()) show(kept.session);
    else restore();
  };

  // Ends the provider's session, trying again where it does not answer, until someone signs in.
  let leaving: Promise<void> = Promise.resolve();
  const leave = async (): Promise<void> => {
    const startedIn = turn;
    for (let tries = 1; tries <= SIGN_OUT_TRIES && turn === startedIn; tries += 1) {
      try {
        await client.signOut();
        return;
      } catch {
        await new Promise<void>((resolve) => deps.later(FIRST_RETRY_MS * 2 ** tries, resolve));
      }
    }
  };

  // `signIn` is called at once, as a window has to be opened in the moment of the click. It waits by itself for what it
  // is given: a sign-out that is still under way would take the new session along.
  const enter = async (signIn: (ready: Promise<void>) => Promise<void>): Promise<SignInResult> => {
    turn += 1;
    isEntering = true;
    let isIn = false;
    try {
      await signIn(leaving);
      isIn = true;
      const proof = await client.proof();
      if (proof === null)
        return { ok: false, message: 'Your browser did not keep the sign-in. Does it take cookies?' };
      const { token, session } = await exchange(proof);
      turn += 1;
      shelf.keep(token, session);
      show(session);
      return { ok: true };
    } catch (error) {
      // Known to the provider, but not let into the shop: then not signed in at all.
      if (isIn && isDefinite(error)) leaving = leave();
      const problem = problemOfCall<IdentityTable['identitySignIn']>(error);
      return {
        ok: false,
        message: failureText(error),
        offer: signInProblemOf(error)?.offer,
        challenge: problem?.code === 'SECOND_FACTOR_ASKED' ? problem.challenge : undefined,
      };
    } finally {
      isEntering = false;
    }
  };

  const provider: SessionProvider = {
    current: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    signIn: (credentials) =>
      enter(async (ready) => {
        await ready;
        await client.signIn(credentials);
      }),
    signUp: (account) =>
      enter(async (ready) => {
        await ready;
        const made = await client.createAccount(account);
        if (made.name !== account.name.trim()) await client.setDisplayName(account.name.trim());
      }),
    signInWithGoogle: () => enter((ready) => client.signInWithGoogle(ready)),
    finishSignIn: (body) =>
      enter(async (ready) => {
        await ready;
        await client.security?.identityFinishSignIn({ body });
      }),
    async refresh() {
      try {
        // A renewal that is under way may have asked before the change.
        await renewing;
        if (shelf.read() !== null) await renew(() => false);
      } catch {
        // The session is renewed in time anyway.
      }
    },
    async signOut() {
      end();
      deps.userLeft();
      leaving = leave();
    },
  };

  const tokens: CallTokens = {
    async tokenFor() {
      const kept = shelf.read();
      if (kept === null) return null;
      if (kept.session !== null && hasTimeLeft({ session: kept.session })) return kept.token;
      try {
        return (await renew(hasTimeLeft))?.token ?? null;
      } catch (error) {
        if (kept.session !== null && kept.session.expiresAtMs > nowMs()) return kept.token;
        throw error;
      }
    },
    async renewAfter401(_operation, refused) {
      if (shelf.read() === null) return false;
      // What another call or tab has got since is the answer; the very token that was refused is not.
      return (await renew(({ token }) => token !== refused)) !== null;
    },
  };

  return {
    provider,
    tokens,
    start() {
      shelf.onForeignChange(() => {
        turn += 1;
        take(shelf.read());
      });
      take(shelf.read());
    },
  };
}

const isSame = (one: SessionUser, other: SessionUser) => one.email === other.email;
const isEqual = (one: SessionUser, other: SessionUser) =>
  isSame(one, other) &&
  one.name === other.name &&
  one.role === other.role &&
  one.emailVerified === other.emailVerified;

/** Whether the shop or the provider has said no for good; anything else may be otherwise in a moment. */
function isDefinite(error: unknown): boolean {
  const status = problemOf(error)?.status;
  return status === 401 || status === 403 || status === 422;
}
