/** A shop that has users and nothing else: the real identity provider on a real database, over real HTTP. */
import pino from 'pino';
import { vi } from 'vitest';
import { identityTable } from '#contract/identity.ts';
import { users } from '#contract/users.ts';
import { listenOnLoopback } from '#main/listen-on-loopback.ts';
import {
  createEmbeddedIdentity,
  type EmbeddedIdentity,
  type EmbeddedIdentitySettings,
} from '#server/adapters/identity/embedded.ts';
import type { GoogleSettings } from '#server/adapters/identity/google.ts';
import { openAuditLog } from '#server/audit/audit.ts';
import type { Databases } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/queue.ts';
import { mountOperations } from '#server/platform/serve/http.ts';
import { createAccessTokens } from '#server/users/access-token.ts';
import { createAuthenticator } from '#server/users/authenticate.ts';
import { ensureUser } from '#server/users/ensure-user.ts';
import { identityPeople } from '#server/users/identity-people.ts';
import { createProofVerifier, type ProofSettings } from '#server/users/proof.ts';
import { userHandlers } from '#server/users/routes.ts';
import type { UserDeps } from '#server/users/user-deps.ts';
import { userIdOf } from '#server/users/user-id-of.ts';
import { createTestDatabase } from '../database.ts';

export const ACCESS_SECRET = 'the access tokens of this test are signed with this';
const IDENTITY_SECRET = '7Hq2-an-identity-secret-of-a-test-Zw81';

/** What a call was answered with. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers that may be anything.
  readonly body: any;
};
export type Ask = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
};

export type UsersShop = {
  readonly url: string;
  readonly databases: Databases;
  readonly identity: EmbeddedIdentity;
  readonly deps: UserDeps;
  /** Moves the shop's clock on. */
  wait(milliseconds: number): void;
  /** Makes a user with a verified email and this role; answers their access token. */
  person(email: string, role: 'customer' | 'admin'): Promise<string>;
  /** The verification mails that were asked for. */
  readonly mailsAskedFor: readonly Jobs['mail-email-verification'][];
  /** The mails with links that set a password that were asked for. */
  readonly resetsAskedFor: readonly Jobs['mail-password-reset'][];
  /** The mails about the safety of an account that were asked for. */
  readonly noticesAskedFor: readonly Jobs['mail-security-notice'][];
  /** What was logged at level warn or above. */
  readonly logged: Record<string, unknown>[];
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** A browser that keeps its cookies and says where its page is from. */
  browser(): Browser;
  close(): Promise<void>;
};

export type Browser = {
  /** The session's cookie. */
  readonly cookie: () => string | undefined;
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  signUp(email: string, password?: string, name?: string): Promise<Answer>;
  signIn(email: string, password?: string): Promise<Answer>;
  /** The proof of identity of whoever is signed in. */
  proof(): Promise<string>;
  /** An access token of whoever is signed in. */
  accessToken(email: string): Promise<string>;
};

export const PASSWORD = 'correct horse';

export async function openUsersShop(
  options: {
    readonly tries?: EmbeddedIdentitySettings['tries'];
    readonly secureCookies?: boolean;
    readonly adminsNeedSecondFactor?: boolean;
    readonly proofs?: ProofSettings;
    readonly google?: Pick<GoogleSettings, 'isEmulated' | 'connect'>;
    readonly secret?: string;
    /** Another shop, on whose data this one stands: as after a new start with other settings. */
    readonly after?: UsersShop;
  } = {},
): Promise<UsersShop> {
  const { databases, drop } =
    options.after === undefined
      ? await createTestDatabase()
      : { databases: options.after.databases, drop: async () => {} };
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const mailsAskedFor: Jobs['mail-email-verification'][] = [];
  const resetsAskedFor: Jobs['mail-password-reset'][] = [];
  const noticesAskedFor: Jobs['mail-security-notice'][] = [];
  const origins: string[] = [];
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const identity = createEmbeddedIdentity({
    databases,
    secret: options.secret ?? IDENTITY_SECRET,
    secureCookies: options.secureCookies ?? false,
    tries: options.tries ?? 'off',
    async enqueue(_tx, _name, data) {
      if ('email' in data) resetsAskedFor.push(data);
      else if ('about' in data && 'userId' in data) noticesAskedFor.push(data);
      else if ('userId' in data) mailsAskedFor.push(data);
    },
    people: identityPeople(now),
    shopName: 'Mainshaft',
    google: options.google && { ...options.google, origins },
    now,
    log,
  });
  const proofs = createProofVerifier(options.proofs ?? identity.proofs);
  const deps = {
    databases,
    now,
    tokens: await createAccessTokens(ACCESS_SECRET),
    issuer: proofs.issuer,
    secondFactors: identity.secondFactors,
    // Another provider's sessions are not known here.
    sessions: options.proofs === undefined ? identity.sessions : undefined,
  };
  const app = mountOperations({
    table: { ...users, ...identityTable },
    handlers: { ...userHandlers(deps), ...identity.handlers },
    authenticate: createAuthenticator({
      ...deps,
      proofs,
      adminsNeedSecondFactor: options.adminsNeedSecondFactor ?? false,
    }),
    log,
    audit: openAuditLog({ db: databases.write, log, now, userIdOf }),
    // A call may say where it comes from.
    trustedProxies: 1,
  });
  const http = await listenOnLoopback(app);
  const url = `http://127.0.0.1:${http.port}`;

  origins.push(url);

  const call: UsersShop['call'] = async (method, path, ask = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ask.token === undefined ? {} : { authorization: `Bearer ${ask.token}` }),
        ...ask.headers,
      },
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text,
    };
  };

  return {
    url,
    databases,
    identity,
    deps,
    wait: (milliseconds) => {
      aheadMs += milliseconds;
    },
    mailsAskedFor,
    resetsAskedFor,
    noticesAskedFor,
    logged,
    call,
    browser: () => openBrowser(call, url),
    async person(email, role) {
      const seeded = await identity.seedIdentity({ email, name: 'Some One', password: PASSWORD });
      await ensureUser(deps, seeded, role);
      const browser = openBrowser(call, url);
      await browser.signIn(email);
      return browser.accessToken(email);
    },
    async close() {
      await http.close();
      await drop();
    },
  };
}

/** Waits until so many statements of this shop wait for what somebody else has locked. */
export const untilWaiting = ({ databases }: UsersShop, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await databases.readPool.query<{ count: number }>(
        "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if (rows[0]?.count !== count) throw new Error(`${rows[0]?.count} wait, not ${count}`);
    },
    { timeout: 15_000 },
  );

function openBrowser(call: UsersShop['call'], url: string): Browser {
  const jar = new Map<string, string>();
  const browser: Browser = {
    cookie: () => [...jar.values()].find((pair) => pair.includes('session_token=')),
    async call(method, path, ask = {}) {
      const answer = await call(method, path, {
        ...ask,
        headers: {
          origin: url,
          'sec-fetch-site': 'same-origin',
          ...(jar.size === 0 ? {} : { cookie: [...jar.values()].join('; ') }),
          ...ask.headers,
        },
      });
      for (const set of answer.headers.getSetCookie()) {
        const [pair = '', ...attributes] = set.split('; ');
        const name = pair.slice(0, pair.indexOf('='));
        if (attributes.some((one) => one.toLowerCase() === 'max-age=0')) jar.delete(name);
        else jar.set(name, pair);
      }
      return answer;
    },
    signUp: (email, password = PASSWORD, name = 'Ada Buyer') =>
      browser.call('POST', '/auth/sign-up/email', { body: { email, password, name } }),
    signIn: (email, password = PASSWORD) =>
      browser.call('POST', '/auth/sign-in/email', { body: { email, password } }),
    proof: async () => (await browser.call('GET', '/auth/token')).body.token,
    async accessToken(email) {
      const token = await browser.proof();
      const answer = await call('PUT', `/user/${email}`, { body: { email }, token });
      if (answer.status !== 200) throw new Error(`No access token: ${JSON.stringify(answer.body)}`);
      return answer.body.token;
    },
  };
  return browser;
}
