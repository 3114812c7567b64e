/** The embedded identity provider: accounts with email and password, and Google's, in the shop's own database. */
import type { IdentityTable } from '#contract/identity.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Log } from '#server/platform/log.ts';
import { Outage } from '#server/platform/outage.ts';
import type { Enqueue } from '#server/platform/queue.ts';
import type { Identity, ShopCallers } from '#server/users/caller.ts';
import type { ProofSettings } from '#server/users/proof.ts';
import type { SecondFactorKeeper } from '#server/users/second-factor-keeper.ts';
import type { SessionKeeper } from '#server/users/session-keeper.ts';
import { createChallenges } from './challenges.ts';
import { openDoor } from './door.ts';
import { createEmailVerification, type VerificationJobs } from './email-verification.ts';
import { fenceEmulatedPeople } from './emulated-people.ts';
import { accountEndpoints } from './endpoints.ts';
import type { GoogleSettings } from './google.ts';
import { accountOfGooglePerson } from './google-accounts.ts';
import { createGoogleAttempts } from './google-attempts.ts';
import type { GoogleClient } from './google-client.ts';
import { googleEndpoints } from './google-endpoints.ts';
import { createKnownDevices } from './known-devices.ts';
import type { IdentityLibrary, LibrarySettings } from './library.ts';
import {
  EMULATED_PROVIDER,
  GOOGLE_PROVIDER,
  PROOF_ALGORITHM,
  PROOF_AUDIENCE,
  PROOF_ISSUER,
} from './names.ts';
import { createOwnerJudge } from './owner.ts';
import { passwordEndpoints } from './password-endpoints.ts';
import { createPasswordReset, type PasswordReset, type ResetJobs } from './password-reset.ts';
import { hashingOf } from './passwords.ts';
import type { IdentityPeople } from './people.ts';
import { createSecondFactors } from './second-factor.ts';
import { createSecondFactorKeeper } from './second-factor-keeper.ts';
import { securityEndpoints } from './security-endpoints.ts';
import { createSecurityNotices, type NoticeJobs } from './security-notices.ts';
import { type SeededIdentity, seed } from './seed.ts';
import { createSessionKeeper } from './session-keeper.ts';
import { createSignInTries } from './sign-in-tries.ts';
import { createSignIns } from './sign-ins.ts';
import { createTries, DEFAULT_TRIES, type TriesBudget } from './tries.ts';

export type EmbeddedIdentitySettings = {
  readonly databases: Databases;
  /** At least 32 random characters. Signs cookies and encrypts the keys that sign proofs. */
  readonly secret: string;
  /** Whether browsers reach the shop over https; its cookie then goes nowhere else. */
  readonly secureCookies: boolean;
  /** Origins that are ours though they are not what `Host` says. */
  readonly allowedOrigins?: readonly string[];
  /** Tries per email address at one network address, or 'off': see `sign-in-tries.ts`. */
  readonly tries?: TriesBudget | 'off';
  readonly enqueue: Enqueue;
  readonly people: IdentityPeople;
  /** Named in apps of second factors. */
  readonly shopName: string;
  /** Undefined: nobody signs in with Google. */
  readonly google?: GoogleSettings | undefined;
  readonly now: () => Date;
  readonly log: Log;
};

export type EmbeddedIdentity = {
  /** What `createProofVerifier` needs to trust this provider. Its keys are read in this process. */
  readonly proofs: ProofSettings;
  /** What the calls of `identityTable` do. */
  readonly handlers: Handlers<IdentityTable, ShopCallers>;
  /** What sends the mails that verify an email, set a password, and tell of changes. */
  readonly jobs: (mail: Parameters<PasswordReset['jobs']>[0]) => VerificationJobs & ResetJobs & NoticeJobs;
  /** What the shop asks of its people's second factors. */
  readonly secondFactors: SecondFactorKeeper;
  /** And of their sessions. */
  readonly sessions: SessionKeeper;
  /**
   * Ends what an emulated Google has made, where there is none. To be called before the first request; `createEmbeddedIdentity`
   * asks nothing of the database.
   */
  forgetOutsideDemo(): Promise<void>;
  /** Makes an account whose email counts as verified; repeating it sets name and password anew. */
  seedIdentity(account: SeededIdentity): Promise<Identity>;
  /** Forgets what has run out: sessions, links, tries. For a job that runs now and then. */
  forgetExpired(): Promise<void>;
  /** Loads the library and makes the first key, which else happens at the first call. */
  warmUp(): Promise<void>;
};

// Whoever signs up with a stranger's address can't fill their mailbox.
const VERIFICATION_MAILS: TriesBudget = { tries: 3, secondsPerTry: 600 };
// The same for links that set a password.
const RESET_MAILS: TriesBudget = VERIFICATION_MAILS;
// Codes can be tried only by who knows the password. Of the million codes three are good at a time: at this rate somebody
// finds one in a year with a chance of a quarter, while their victim is told on the first day. Nothing but a right code gives
// tries back.
const CODE_TRIES: TriesBudget = { tries: 10, secondsPerTry: 300 };
const ALARMS: TriesBudget = { tries: 1, secondsPerTry: 3_600 };
const FORGET_TRIES_AFTER_MS = 24 * 60 * 60 * 1000;

/** Makes the provider. Costs nothing until it is used: the library is loaded then. */
export function createEmbeddedIdentity(settings: EmbeddedIdentitySettings): EmbeddedIdentity {
  const { databases, secret, secureCookies, enqueue, people, google, log, now } = settings;
  const db = databases.write;
  const isEmulated = google?.isEmulated === true;
  const notices = createSecurityNotices(db, enqueue, now);
  const { shopName } = settings;
  const factors = createSecondFactors({ db, secret, shopName, people, notices, now });
  const verification = createEmailVerification({ db, secret, enqueue, people, factors, now });
  const emulated = fenceEmulatedPeople(db, people, isEmulated);
  let opened: Promise<IdentityLibrary> | undefined;
  const library = (): Promise<IdentityLibrary> => {
    opened ??= openLibraryOf({ db, secret, secureCookies, log }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const triesOf = (purpose: string, budget?: TriesBudget) =>
    settings.tries === 'off'
      ? null
      : createTries(db, secret, purpose, budget ?? settings.tries ?? DEFAULT_TRIES);
  const devices = createKnownDevices(secret, secureCookies);
  const signInTries =
    settings.tries === 'off'
      ? null
      : createSignInTries({ db, secret, devices, budget: settings.tries ?? DEFAULT_TRIES });
  const codeTries = triesOf('second-factor', CODE_TRIES);
  const door = openDoor({
    allowedOrigins: settings.allowedOrigins ?? [],
    mayStay: (userId) => emulated.mayStay(db, userId),
  });
  const reset = createPasswordReset({
    db,
    secret,
    enqueue,
    people,
    factors,
    hash: async (password) => (await hashingOf(await library())).hash(password),
    now,
  });
  const challenges = createChallenges(db);
  const signIns = createSignIns({ db, secret, library, people, factors, challenges, now });
  const alarms = triesOf('second-factor-alarm', ALARMS);
  const owner = createOwnerJudge({
    ...{ db, people, factors, notices, codeTries, alarms, now },
    // Only in a session of the account: nobody else can use them up.
    signInTries: triesOf('password-again'),
  });
  let googleClient: Promise<GoogleClient> | undefined;
  const readKeys = async () => {
    const { api } = await library();
    try {
      return await api.getJwks();
    } catch (error) {
      throw new Outage('The keys of the identity provider cannot be read', { cause: error });
    }
  };

  return {
    proofs: {
      issuer: PROOF_ISSUER,
      audience: PROOF_AUDIENCE,
      algorithms: [PROOF_ALGORITHM],
      jwks: readKeys,
    },
    handlers: {
      ...accountEndpoints({
        db,
        people,
        door,
        library,
        readKeys,
        signIns,
        signInTries,
        signUpTries: triesOf('sign-up'),
        devices,
        verificationMails: triesOf('verification-mail', VERIFICATION_MAILS),
        verification,
        sendVerificationMail: (userId) => inTransaction(db, (tx) => verification.askForMail(tx, userId)),
        now,
      }),
      ...passwordEndpoints({
        door,
        reset,
        resetMails: triesOf('password-mail', RESET_MAILS),
        signInTries,
        now,
      }),
      ...securityEndpoints({
        db,
        secret,
        door,
        library,
        people,
        factors,
        challenges,
        signIns,
        owner,
        notices,
        now,
      }),
      ...googleEndpoints({
        door,
        signIns,
        google: google && {
          origins: google.origins,
          attempts: createGoogleAttempts(db, isEmulated ? EMULATED_PROVIDER : GOOGLE_PROVIDER),
          client() {
            googleClient ??= import('./google-client.ts').then(({ createGoogleClient }) =>
              createGoogleClient(google, { now, log }),
            );
            return googleClient;
          },
          accountOf: (person, at) =>
            accountOfGooglePerson(
              { db, people, devices, notices, madeUnverified: verification.welcome, now },
              person,
              isEmulated,
              at,
            ),
        },
        offerResend: verification.offerResend,
        now,
        log,
      }),
    },
    jobs: (mail) => ({ ...verification.jobs(mail), ...reset.jobs(mail), ...notices.jobs(mail) }),
    secondFactors: createSecondFactorKeeper(notices),
    sessions: createSessionKeeper(emulated.mayStay, now),
    forgetOutsideDemo: emulated.forgetOutsideDemo,
    seedIdentity: async (account) => seed(await library(), account),
    async forgetExpired() {
      const moment = now();
      await db.deleteFrom('identity_session').where('expires_at', '<', moment).execute();
      await db.deleteFrom('identity_verification').where('expires_at', '<', moment).execute();
      await db
        .deleteFrom('identity_attempt')
        .where('counted_at', '<', new Date(moment.getTime() - FORGET_TRIES_AFTER_MS))
        .execute();
    },
    async warmUp() {
      await readKeys();
    },
  };
}

/** Loads the library, with none but keys that it can use. */
async function openLibraryOf(settings: LibrarySettings): Promise<IdentityLibrary> {
  const [{ openLibrary }, { forgetForeignKeys }] = await Promise.all([
    import('./library.ts'),
    import('./signing-keys.ts'),
  ]);
  const library = openLibrary(settings);
  await forgetForeignKeys(settings.db, library);
  return library;
}
