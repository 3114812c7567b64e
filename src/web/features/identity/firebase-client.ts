/**
 * Firebase Authentication, in the browser. Loaded only where it is this shop's provider, as a chunk of its own:
 * `firebase-identity.ts` stands for it until then, and nothing else imports this file.
 */
import { initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from '@firebase/auth';
import { readersLocale } from '#web/ui/readers-locale.ts';
import type { FirebaseProject } from './chosen-provider.ts';
import { codeOf, firebaseProblem, isSignedOut } from './firebase-problems.ts';
import type { IdentityClient, IdentityUser } from './identity-client.ts';
import { SignInProblem } from './sign-in-problem.ts';

/** Another tab's sign-in is noticed within 0.8 s: the library looks that often. */
const OTHER_TABS_MS = 1_000;

/** Signs in at a project. Whoever is signed in stays so after a reload and in all tabs. */
export function openFirebase({ projectId, apiKey, authDomain, google }: FirebaseProject): IdentityClient {
  const app = initializeApp({ projectId, apiKey, authDomain });
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    // Brings a frame and a script of Google's, in some browsers at once.
    ...(google ? { popupRedirectResolver: browserPopupRedirectResolver } : {}),
  });
  // For the mails and windows of Firebase.
  auth.languageCode = readersLocale();
  return firebaseClient(auth);
}

const openGoogleWindow = (auth: Auth): Promise<unknown> => {
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  return signInWithPopup(auth, provider);
};

/**
 * The provider's client on top of the library.
 *
 * @param signInAtGoogle signs in at the library with Google's answer, which a window brings unless told otherwise
 */
export function firebaseClient(
  auth: Auth,
  signInAtGoogle: (auth: Auth) => Promise<unknown> = openGoogleWindow,
): IdentityClient {
  const changes = watchUser(auth);

  return {
    async signIn({ email, password }) {
      await told(signInWithEmailAndPassword(auth, email, password));
    },
    async createAccount({ email, password }) {
      const { user } = await told(createUserWithEmailAndPassword(auth, email, password));
      // The account is there either way, and its owner can ask for the mail again.
      await sendEmailVerification(user).catch(() => undefined);
      return asIdentity(user);
    },
    async signInWithGoogle(ready) {
      await told(Promise.all([signInAtGoogle(auth), ready]));
    },
    async setDisplayName(name) {
      const user = await currentUser(auth);
      if (user === null) throw new SignInProblem('No user is logged in');
      await told(updateProfile(user, { displayName: name }));
      // The library tells nobody of a new name, and proofs have it only from the next one on.
      await told(user.getIdToken(true));
      changes.tell();
    },
    async sendPasswordReset(email) {
      try {
        await sendPasswordResetEmail(auth, email);
      } catch (error) {
        if (codeOf(error) !== 'auth/user-not-found') throw firebaseProblem(error);
      }
    },
    passwordLinks: null,
    async sendEmailVerification() {
      const user = await currentUser(auth);
      if (user === null) throw new SignInProblem('No user is logged in');
      await told(reload(user));
      if (!user.emailVerified) await told(sendEmailVerification(user));
      return { emailVerified: user.emailVerified };
    },
    async signOut() {
      await told(signOut(auth));
    },
    async proof() {
      const user = await currentUser(auth);
      if (user === null) return null;
      try {
        return await proofOf(user);
      } catch (error) {
        if (!isSignedOut(error)) throw firebaseProblem(error);
        // The library forgets them by itself in some of these cases only.
        if (auth.currentUser?.uid === user.uid) await signOut(auth);
        return null;
      }
    },
    onChange: changes.listen,
  };
}

/** A promise of the library's, whose errors are told in plain words. */
async function told<Value>(promise: Promise<Value>): Promise<Value> {
  try {
    return await promise;
  } catch (error) {
    throw firebaseProblem(error);
  }
}

/** Who is signed in, in whichever tab it happened. */
async function currentUser(auth: Auth): Promise<User | null> {
  await auth.authStateReady();
  if (auth.currentUser === null) await new Promise((resolve) => setTimeout(resolve, OTHER_TABS_MS));
  return auth.currentUser;
}

async function proofOf(user: User): Promise<string> {
  const { claims } = await user.getIdTokenResult();
  if (claims.email_verified === true) return user.getIdToken();
  // The link of the mail is opened at Firebase's own page, which tells us nothing.
  if (!user.emailVerified) {
    await reload(user).catch((error: unknown) => {
      if (codeOf(error) !== 'auth/network-request-failed') throw error;
    });
  }
  return user.getIdToken(user.emailVerified);
}

const asIdentity = (user: User): IdentityUser => ({
  email: user.email?.toLowerCase() ?? '',
  name: user.displayName ?? '',
});

/** Tells who is signed in, and tells each state once: the library repeats itself with every new token. */
function watchUser(auth: Auth) {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    tell,
    listen(listener: (user: IdentityUser | null) => void): () => void {
      let last: string | undefined;
      const tellIfNew = (): void => {
        const user = auth.currentUser;
        const state = user === null ? '' : JSON.stringify([user.uid, user.email, user.displayName]);
        if (state === last) return;
        last = state;
        listener(user === null ? null : asIdentity(user));
      };
      listeners.add(tellIfNew);
      const stop = onIdTokenChanged(auth, tellIfNew);
      return () => {
        listeners.delete(tellIfNew);
        stop();
      };
    },
  };
}
