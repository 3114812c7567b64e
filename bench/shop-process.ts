/** The shop under test: the very process that `npm start` runs, on the bench's data. */
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Environment } from '#server/platform/config.ts';

const PROJECT = join(import.meta.dirname, '..');
/** The first start of a checkout builds the pages. */
const PATIENCE_MS = 300_000;
const POLL_MS = 50;
const KEPT_OUTPUT = 4_000;

export type ShopProcess = { readonly pid: number; readonly url: string; stop(): Promise<void> };

/** The shop's whole configuration: nothing of the caller's environment or of an .env file counts. */
export function shopEnvironment(shop: { readonly databaseUrl: string; readonly dataDir: string }) {
  const unset = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, '']));
  return {
    ...unset,
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: shop.dataDir,
    SANDBOX_PAYMENTS: 'true',
    // A load from one address and by few buyers is what these two are there to stop.
    RATE_LIMITS: 'false',
    MAX_UNPAID_ORDERS: '10000',
    LOG_LEVEL: 'warn',
  };
}

/**
 * Starts the shop and waits until it is ready.
 *
 * @param profileFolder where the shop leaves a CPU profile when it stops; none is made unless told
 */
export async function startShop(
  environment: Readonly<Record<string, string>>,
  profileFolder?: string,
): Promise<ShopProcess> {
  const port = await freePort();
  const profiling =
    profileFolder === undefined
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, '--cpu-prof-interval=500'];
  const child = spawn(process.execPath, [...profiling, join(PROJECT, 'src/main/start.ts')], {
    cwd: PROJECT,
    env: { ...process.env, ...environment, PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };

  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.pid === undefined || Date.now() > deadline) {
      await stop();
      throw new Error(`The shop did not start:\n${output}`);
    }
    await sleep(POLL_MS);
  }
  if (child.pid === undefined) throw new Error('The shop has no process id');
  return { pid: child.pid, url, stop };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
