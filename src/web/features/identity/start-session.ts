/**
 * Stands for the shop's session until there is a use for it: whoever is not signed in, and is not about to be, needs
 * none of its script.
 */
import {
  ACCESS_TOKEN_KEY,
  keepAccessToken,
  provideCallTokens,
  readAccessToken,
} from '#web/calls/access-token.ts';
import { patientImport } from '#web/patient-import.ts';
import type { beginSession } from './browser-session.ts';
import { provideIdentity } from './identity-client.ts';
import { provideSession, type Session, type SignInResult } from './session.ts';

type Begun = ReturnType<typeof beginSession>;
type Load = () => Promise<{ readonly beginSession: typeof beginSession }>;

const SIGNED_OUT: Session = { status: 'signed-out' };
const LOADING: Session = { status: 'loading' };
const NOT_LOADED: SignInResult = {
  ok: false,
  message: 'Signing in could not be loaded. Please check your connection and try again.',
};

/**
 * Called once, in the browser, before the first page is shown. The session itself begins at once where somebody was
 * signed in before, and else when somebody signs in, here or in another tab.
 *
 * @param userGone is called when nothing of the user may be shown any more; it should empty the pages' cache
 * @param load brings the session's script; called again after it has failed
 */
export function startSession(userGone: () => void, load: Load = () => import('./browser-session.ts')): void {
  let state = SIGNED_OUT;
  const listeners = new Set<() => void>();
  const set = (next: Session): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  let opening: Promise<Begun> | null = null;
  const open = (): Promise<Begun> => {
    opening ??= patientImport(load).then(
      (session) => {
        stop();
        return session.beginSession(userGone);
      },
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };
  const restore = (): void => {
    if (readAccessToken() === null) return;
    set(LOADING);
    open().catch((error: unknown) => set({ status: 'failed', error, retry: restore }));
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === ACCESS_TOKEN_KEY) restore();
  };
  // A page that the browser kept whole for the way back has heard nothing since it was left.
  const onShown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) restore();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShown);
  const stop = (): void => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShown);
  };

  const opened = (sign: (session: Begun) => Promise<SignInResult>): Promise<SignInResult> =>
    open().then(sign, () => NOT_LOADED);
  provideIdentity(async () => (await open()).client);
  provideCallTokens({
    tokenFor: async (operation) =>
      readAccessToken() === null ? null : (await open()).tokens.tokenFor(operation),
    renewAfter401: async (operation, refused) =>
      readAccessToken() === null ? false : (await open()).tokens.renewAfter401(operation, refused),
  });
  provideSession({
    current: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    signIn: (credentials) => opened(({ provider }) => provider.signIn(credentials)),
    signUp: (account) => opened(({ provider }) => provider.signUp(account)),
    signInWithGoogle: () => opened(({ provider }) => provider.signInWithGoogle()),
    finishSignIn: (shown) => opened(({ provider }) => provider.finishSignIn(shown)),
    refresh: async () => (readAccessToken() === null ? undefined : (await open()).provider.refresh()),
    async signOut() {
      forgetSession();
      set(SIGNED_OUT);
      open().then(
        ({ provider }) => provider.signOut(),
        // The embedded provider's session, as well as one can; a hosted one's script would have to be loaded.
        () => void fetch('/api/auth/sign-out', { method: 'POST', keepalive: true }).catch(() => undefined),
      );
    },
  });
  restore();
}

/** Whether the script comes or not: nothing is left here of whoever signs out. */
function forgetSession(): void {
  keepAccessToken(null);
  try {
    // What `browser-shelf.ts` keeps.
    localStorage.removeItem('mainshaft.session');
    // What was typed in this tab; beside it there is only how far pages were scrolled.
    sessionStorage.clear();
  } catch {
    // There was nothing in it.
  }
}
