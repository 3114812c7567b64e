/** What Firebase Authentication's errors mean to whoever signs in. */
import { FirebaseError } from '@firebase/app';
import { SignInProblem } from './sign-in-problem.ts';

const WRONG = 'Invalid email or password';
const NO_CONNECTION = 'The sign-in service does not answer. Please check your connection and try again.';
const CLOSED = 'The window was closed before you were signed in';
const SIGNED_OUT = 'You are signed out. Please sign in again.';

const MESSAGES: Readonly<Record<string, string>> = {
  // Which of the two was wrong is nobody's business.
  'auth/invalid-credential': WRONG,
  'auth/invalid-login-credentials': WRONG,
  'auth/user-not-found': WRONG,
  'auth/wrong-password': WRONG,
  'auth/email-already-in-use': 'User already exists. Use another email.',
  'auth/invalid-email': 'Provide a valid Email',
  'auth/missing-password': 'Password is Required',
  'auth/weak-password': 'Must be 6 characters or longer',
  'auth/user-disabled': 'This account has been disabled',
  'auth/too-many-requests': 'Too many tries. Please wait a while, or set a new password.',
  'auth/network-request-failed': NO_CONNECTION,
  'auth/timeout': NO_CONNECTION,
  'auth/popup-closed-by-user': CLOSED,
  'auth/cancelled-popup-request': CLOSED,
  'auth/user-cancelled': CLOSED,
  'auth/popup-blocked': 'Your browser did not open the window. Please allow it for this site and try again.',
  'auth/account-exists-with-different-credential':
    'There is an account with this email already. Sign in the way you did before.',
  'auth/operation-not-allowed': 'This shop has not switched on this way of signing in',
  'auth/admin-restricted-operation': 'New accounts cannot be made here. Please ask the shop for one.',
  'auth/unauthorized-domain':
    'This address of the shop is not one where people may sign in. Its owner can add it to the authorised domains.',
  'auth/web-storage-unsupported': 'Your browser did not keep the sign-in. Does it take cookies?',
  'auth/user-token-expired': SIGNED_OUT,
  'auth/invalid-user-token': SIGNED_OUT,
};

/** The code of an error of Firebase's; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof FirebaseError ? error.code : undefined;
}

/** Whether an error says that an account is not there any more, or lets nobody in with what is known of it. */
export function isSignedOut(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === 'auth/user-token-expired' ||
    code === 'auth/invalid-user-token' ||
    code === 'auth/user-disabled' ||
    code === 'auth/user-not-found'
  );
}

/**
 * An error as a sign-in's problem: in a plain sentence where it is one that people get into, else in Firebase's own
 * words. What is no error of Firebase's is handed back as it came.
 */
export function firebaseProblem(error: unknown): unknown {
  if (!(error instanceof FirebaseError)) return error;
  return new SignInProblem(MESSAGES[error.code] ?? error.message, { cause: error });
}
