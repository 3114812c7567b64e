/** A whole shop on a database of its own, over real HTTP: what `npm start` serves, less the pages unless asked for. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleShop, type Shop } from '#main/assemble.ts';
import { openDoors } from '#main/open-doors.ts';
import type { MakePages } from '#main/pages.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/log.ts';
import { createAccessTokens } from '#server/users/access-token.ts';
import type { User } from '#server/users/caller.ts';
import { ensureUser } from '#server/users/ensure-user.ts';
import type { ProofVerifier } from '#server/users/proof.ts';
import { createTestDatabase, type Detour, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

/** Those of every test shop. */
export const SECRETS = {
  accessToken: 'an access token secret that only tests know',
  identity: 'an identity secret that only tests know, too',
  sandboxSecretKey: 'sk_sandbox_for_tests_0123456789abcdef',
  sandboxPublishableKey: 'pk_sandbox_for_tests_0123456789abcdef',
  sandboxWebhookSecret: 'whsec_for_tests_0123456789abcdef',
};

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };
export type Ask = {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
/** Somebody who is signed in. */
export type Person = User & { readonly token: string };

export type TestShop = {
  readonly shop: Shop;
  readonly databases: Databases;
  readonly url: string;
  readonly dataDir: string;
  /** What access tokens are signed with. */
  readonly accessSecret: string;
  /** The shop's clock stands still until it is moved. */
  readonly clock: { now: Date };
  person(role: 'customer' | 'admin', email?: string): Promise<Person>;
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  close(): Promise<void>;
};

export type TestShopOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly work?: boolean;
  /** Judges proofs instead of the configured provider's verifier. */
  readonly proofs?: ProofVerifier;
  /** Leads to the database by another way. */
  readonly detour?: Detour;
  /** The pages, too; else there are none. */
  readonly pages?: MakePages;
  /** A database that is there already, and where its shop keeps the rest; else both are made and go away with the shop. */
  readonly place?: { readonly database: TestDatabase; readonly dataDir: string };
};

/** Opens a shop; `env` changes its configuration, `work` lets it work on its jobs. */
export async function openTestShop({
  env = {},
  work = false,
  proofs,
  detour,
  pages,
  place,
}: TestShopOptions = {}): Promise<TestShop> {
  const database = place?.database ?? (await createTestDatabase(detour));
  const dataDir = place?.dataDir ?? (await mkdtemp(join(tmpdir(), 'mainshaft-shop-')));
  const clock = { now: new Date() };
  const now = () => clock.now;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({ RATE_LIMITS: 'false', LOG_LEVEL: 'silent', ANSWER_CACHE_MB: '0', ...env });
  const shop = await assembleShop({
    config,
    databases: database.databases,
    dataDir,
    secrets: SECRETS,
    port,
    origin: url,
    log: openLog('silent'),
    now,
    proofs,
  });
  const made = await pages?.();
  const at = { host: '127.0.0.1', port };
  const server = await openDoors(shop, { config, pages: made, origin: url, at });
  if (work) await shop.work();
  const tokens = await createAccessTokens(SECRETS.accessToken);
  let people = 0;
  return {
    shop,
    databases: database.databases,
    url,
    dataDir,
    accessSecret: SECRETS.accessToken,
    clock,
    async person(role, email) {
      people += 1;
      const address = email ?? `${role}-${people}@example.test`;
      const identity = {
        issuer: 'mainshaft-identity',
        subject: randomUUID(),
        email: address,
        emailVerified: true,
        name: `${role} ${people}`,
      };
      const user = await ensureUser({ databases: database.databases, now }, identity, role);
      const epoch = await tokenEpoch(database.databases, user.id);
      return { ...user, token: await tokens.issue({ userId: user.id, epoch }, now()) };
    },
    call: (method, path, ask) => call(`${url}/api${path}`, method, ask),
    async close() {
      await server.stop();
      await made?.close();
      await shop.stop();
      await database.drop();
      if (place === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function tokenEpoch(databases: Databases, id: string): Promise<number> {
  const row = await databases.write
    .selectFrom('shop_user')
    .select('token_epoch')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.token_epoch;
}

async function call(url: string, method: string, { token, body, headers = {} }: Ask = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
