/**
 * Stands for Firebase Authentication until it is needed. Its library would add a quarter to the script of a page, so it
 * comes as a chunk of its own: for those who are signed in, or are about to be.
 */
import { patientImport } from '#web/patient-import.ts';
import type { FirebaseProject } from './chosen-provider.ts';
import type { IdentityClient } from './identity-client.ts';
import { SignInProblem } from './sign-in-problem.ts';

type Opening = Promise<IdentityClient>;

/** @param load loads the client; called again after it has failed */
export function firebaseIdentity(
  project: FirebaseProject,
  load: (project: FirebaseProject) => Opening = loadClient,
): IdentityClient {
  let opened: IdentityClient | null = null;
  let opening: Opening | null = null;
  const open = (): Opening => {
    opening ??= load(project).then(
      (client) => {
        opened = client;
        return client;
      },
      (cause: unknown) => {
        opening = null;
        throw new SignInProblem(
          'Signing in could not be loaded. Please check your connection and try again.',
          {
            cause,
          },
        );
      },
    );
    return opening;
  };
  const getReady = (): void => void open().catch(() => undefined);

  return {
    signIn: async (credentials) => (await open()).signIn(credentials),
    createAccount: async (account) => (await open()).createAccount(account),
    // Once the library is there, the window is opened in the moment of the click.
    signInWithGoogle: (ready) =>
      opened === null
        ? open().then((client) => client.signInWithGoogle(ready))
        : opened.signInWithGoogle(ready),
    setDisplayName: async (name) => (await open()).setDisplayName(name),
    sendPasswordReset: async (email) => (await open()).sendPasswordReset(email),
    passwordLinks: null,
    sendEmailVerification: async () => (await open()).sendEmailVerification(),
    signOut: async () => (await open()).signOut(),
    proof: async () => (await open()).proof(),
    prepare: getReady,
    onChange(listener) {
      let isStopped = false;
      let stop = () => {
        isStopped = true;
      };
      open().then(
        (client) => {
          if (!isStopped) stop = client.onChange?.(listener) ?? stop;
        },
        // Without the library nobody's sign-in changes here.
        () => undefined,
      );
      return () => stop();
    },
  };
}

const loadClient = async (project: FirebaseProject): Opening => {
  const { openFirebase } = await patientImport(() => import('./firebase-client.ts'));
  return openFirebase(project);
};
