/** Everything that the suite needs: a database of the shop's own kind, proxies, a payment provider, several processes of the shop, people and parts. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { prepareDatabase } from '#main/prepare-database.ts';
import { secretsFrom } from '#main/secrets.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/adapters/database/embedded.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/log.ts';
import { type AccessTokens, createAccessTokens } from '#server/users/access-token.ts';
import { ensureUser } from '#server/users/ensure-user.ts';
import { freePort } from '../free-port.ts';
import { type AppProcess, startApp } from './app-process.ts';
import type { Person } from './door.ts';
import { openProvider, PROVIDER_KEYS, type Provider } from './provider.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const SHOP_SECRET = 'a secret of the shop that only the fault suite knows';
/** Enough that some orders find nothing left. */
const UNITS_AT_FIRST = 60;

export type World = {
  readonly apps: readonly AppProcess[];
  readonly database: EmbeddedDatabase;
  readonly clusterFolder: string;
  /** Past the proxy, for looking at the books. */
  readonly databases: Databases;
  /** Settings of a command beside the shops. */
  readonly commandEnv: Readonly<Record<string, string>>;
  readonly provider: Provider;
  readonly proxies: { readonly database: TcpProxy; readonly provider: TcpProxy };
  readonly tokens: AccessTokens;
  readonly buyers: readonly Person[];
  readonly owners: readonly Person[];
  /** Units that each part began with. */
  readonly parts: ReadonlyMap<string, number>;
  /** Stops everything, once. */
  close(): Promise<void>;
};

export type WorldOptions = {
  /** An empty folder that every account can reach. */
  readonly folder: string;
  readonly kind: 'whole' | 'bare';
  readonly apps: number;
  readonly buyers: number;
  readonly parts: number;
  /** A migrated database that nobody kills. */
  readonly providerPool: pg.Pool;
  readonly env?: Readonly<Record<string, string>>;
};

export async function openWorld(options: WorldOptions): Promise<World> {
  const { folder } = options;
  const undo: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const step of undo.reverse()) await step();
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  try {
    const log = openLog('silent');
    let url = '';
    const database = await startEmbedded({
      dataDir: folder,
      log,
      onMoved(moved) {
        url = moved;
        databases.moveTo(moved);
      },
    });
    url = database.url;
    undo.push(() => database.stop());
    const databases = openDatabases({ url: database.url, maxConnections: 8, onIdleError: () => {} });
    undo.push(() => databases.close());
    await prepareDatabase(databases, log);
    const provider = await openProvider(options.providerPool);
    undo.push(() => provider.close());
    const proxies = {
      database: await openTcpProxy(() => Number(new URL(url).port)),
      provider: await openTcpProxy(() => provider.port),
    };
    undo.push(() => proxies.database.close());
    undo.push(() => proxies.provider.close());
    const env = envOf(options, proxies, database.url);
    const apps = await startApps(options, env);
    undo.push(() => Promise.all(apps.map((app) => app.stop())));
    await Promise.all(apps.map((app) => app.opened()));
    const tokens = await createAccessTokens(secretsFrom(SHOP_SECRET).accessToken);
    const owners = await people(databases, 'admin', 2);
    return {
      apps,
      database,
      clusterFolder: join(folder, 'postgres'),
      databases,
      commandEnv: { ...env, DATABASE_URL: database.url },
      provider,
      proxies,
      tokens,
      buyers: await people(databases, 'customer', options.buyers),
      owners,
      parts: await makeParts(apps, tokens, owners, options.parts),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What all processes are told. */
function envOf({ folder, env }: WorldOptions, proxies: World['proxies'], databaseUrl: string) {
  const url = new URL(databaseUrl);
  url.port = String(proxies.database.port);
  return {
    DATABASE_URL: url.href,
    DATABASE_MAX_CONNECTIONS: '10',
    // Pictures, and whatever else they keep on a disk, is theirs together.
    DATA_DIR: join(folder, 'apps'),
    SHOP_SECRET,
    STRIPE_SECRET_KEY: PROVIDER_KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: PROVIDER_KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: PROVIDER_KEYS.webhookSecret,
    STRIPE_API_URL: `http://127.0.0.1:${proxies.provider.port}`,
    MAX_UNPAID_ORDERS: '10000',
    RATE_LIMITS: 'false',
    ...env,
  };
}

async function startApps({ kind, apps: count }: WorldOptions, env: ReturnType<typeof envOf>) {
  mkdirSync(env.DATA_DIR);
  const apps: AppProcess[] = [];
  for (let number = 1; number <= count; number += 1) {
    const clockFile = join(env.DATA_DIR, `clock-${number}`);
    apps.push(startApp({ kind, port: await freePort(), clockFile, env }));
  }
  return apps;
}

async function people(databases: Databases, role: 'customer' | 'admin', count: number): Promise<Person[]> {
  const made: Person[] = [];
  for (let number = 1; number <= count; number += 1) {
    const email = `${role}-${number}@example.test`;
    const identity = {
      issuer: 'faults',
      subject: email,
      email,
      emailVerified: true,
      name: `${role} ${number}`,
    };
    const { id } = await ensureUser({ databases, now: () => new Date() }, identity, role);
    const { token_epoch: epoch } = await databases.write
      .selectFrom('shop_user')
      .select('token_epoch')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    made.push({ id, epoch });
  }
  return made;
}

async function makeParts(
  [app]: readonly AppProcess[],
  tokens: AccessTokens,
  [owner]: readonly Person[],
  count: number,
): Promise<Map<string, number>> {
  if (app === undefined || owner === undefined) throw new Error('nobody is there to make parts');
  const token = await tokens.issue({ userId: owner.id, epoch: owner.epoch }, new Date());
  const parts = new Map<string, number>();
  for (let number = 1; number <= count; number += 1) {
    const answer = await fetch(`${app.url}/api/parts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Brake Disc ${number}`,
        price: 10,
        stock: UNITS_AT_FIRST,
        minOrder: 1,
        description: 'Ventilated, coated hub.',
        img: '/media/none/960.webp',
      }),
    });
    const body = (await answer.json()) as { insertedId?: string };
    if (body.insertedId === undefined) throw new Error(`a part was answered ${answer.status}`);
    parts.set(body.insertedId, UNITS_AT_FIRST);
  }
  return parts;
}
