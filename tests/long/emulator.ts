/** Firebase's own emulator, which `npm run test:long` has started, and a judge of its proofs. */
import { type FirebaseApp, initializeApp } from '@firebase/app';
import { type Auth, connectAuthEmulator, initializeAuth, inMemoryPersistence } from '@firebase/auth';
import { errors, UnsecuredJWT } from 'jose';
import { identityOf, type ProofVerifier } from '#server/users/proof.ts';

export const PROJECT = {
  projectId: 'demo-mainshaft',
  apiKey: 'a-key-that-no-real-project-has',
  authDomain: 'demo-mainshaft.firebaseapp.com',
};
/** The settings of a shop of this project. */
export const SHOP_SETTINGS = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: PROJECT.projectId,
  FIREBASE_API_KEY: PROJECT.apiKey,
  FIREBASE_AUTH_DOMAIN: PROJECT.authDomain,
};

const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
if (host === undefined) throw new Error('There is no emulator: run these tests by npm run test:long');
/** Where it listens. */
export const EMULATOR = `http://${host}`;

/** No configuration of a shop can name this issuer: those begin with https://securetoken.google.com/. */
export const EMULATOR_ISSUER = 'test:firebase-emulator';

/**
 * Believes proofs of the emulator, which are not signed. It is here and nowhere in the shop, so that no setting, however
 * wrong, lets a shop believe one.
 */
export const emulatorProofs: ProofVerifier = {
  issuer: EMULATOR_ISSUER,
  async verify(proof, now) {
    try {
      const { payload } = UnsecuredJWT.decode(proof, {
        issuer: `https://securetoken.google.com/${PROJECT.projectId}`,
        audience: PROJECT.projectId,
        currentDate: now,
      });
      return identityOf(EMULATOR_ISSUER, payload);
    } catch (error) {
      if (error instanceof errors.JOSEError) return { ok: false, reason: error.message };
      throw error;
    }
  },
};

/** A browser's library of Firebase, in this process. */
export function openAuth(): { readonly app: FirebaseApp; readonly auth: Auth } {
  const app = initializeApp(PROJECT, crypto.randomUUID());
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, EMULATOR, { disableWarnings: true });
  return { app, auth };
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${EMULATOR}${path}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The emulator answered ${response.status}: ${await response.text()}`);
  return response.json();
}

const PROJECT_PATH = `/emulator/v1/projects/${PROJECT.projectId}`;

/** Forgets all accounts. */
export async function forgetAccounts(): Promise<void> {
  await ask('DELETE', `${PROJECT_PATH}/accounts`);
}

/** Whether the project hides which addresses have an account, as new projects do. */
export async function hideAddresses(isHidden: boolean): Promise<void> {
  await ask(
    'PATCH',
    `/identitytoolkit.googleapis.com/v2/projects/${PROJECT.projectId}/config?updateMask=emailPrivacyConfig`,
    { emailPrivacyConfig: { enableImprovedEmailPrivacy: isHidden } },
  );
}

/** Disables an account, as an owner does in the console. */
export async function disableAccount(uid: string): Promise<void> {
  await ask('POST', `/identitytoolkit.googleapis.com/v1/projects/${PROJECT.projectId}/accounts:update`, {
    localId: uid,
    disableUser: true,
  });
}

/** The link of the newest mail of a kind to an address; undefined where none was sent. */
export async function mailedLink(
  kind: 'VERIFY_EMAIL' | 'PASSWORD_RESET',
  email: string,
): Promise<URL | undefined> {
  const { oobCodes } = (await ask('GET', `${PROJECT_PATH}/oobCodes`)) as {
    readonly oobCodes: readonly {
      readonly email: string;
      readonly requestType: string;
      readonly oobLink: string;
    }[];
  };
  const link = oobCodes.findLast((one) => one.email === email && one.requestType === kind)?.oobLink;
  return link === undefined ? undefined : new URL(link);
}

/** Opens such a link, as its reader does at the page that it leads to. */
export async function follow(
  link: URL | undefined,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (link === undefined) throw new Error('No mail was sent');
  const address = new URL(link);
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The link was answered ${response.status}: ${await response.text()}`);
}
