/** A shop that runs as a user starts it: `node scripts/start.mjs` in a process of its own, on data of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');
const START_WITHIN_MS = 150_000;

export const ADMIN = { email: 'admin@mainshaft.example', password: 'admin-of-the-tests' };
export const BUYER = { email: 'buyer@mainshaft.example', password: 'buyer-of-the-tests' };

export type RunningShop = {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
  /** Ends it and says by which code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** A data directory that every account can reach, as the embedded database's must. */
export async function makeDataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'mainshaft-e2e-'));
  await chmod(dir, 0o755);
  return dir;
}

export const removeDataDir = (dir: string): Promise<void> =>
  rm(dir, { recursive: true, force: true, maxRetries: 5 });

/** Starts the shop and waits until it says where it is; rejects with what it printed when it ends before. */
export async function startShop(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningShop> {
  const child = spawnShop(dataDir, env);
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not open in time:\n${child.output()}`)),
      START_WITHIN_MS,
    );
    const look = () => {
      const address = /is open: (http:\/\/\S+)/.exec(child.output())?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.process.stdout?.on('data', look);
    child.process.once('exit', (code) => reject(new Error(`ended with ${code}:\n${child.output()}`)));
  });
  return { ...child, url };
}

/** Starts the shop and waits until it has ended. */
export async function runShopToItsEnd(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawnShop(dataDir, env);
  const [code] = await once(child.process, 'exit');
  return { code: Number(code), output: child.output() };
}

function spawnShop(dataDir: string, env: Readonly<Record<string, string>>) {
  const child = spawn('node', ['scripts/start.mjs'], {
    cwd: PROJECT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DEMO_ADMIN_PASSWORD: ADMIN.password,
      DEMO_BUYER_PASSWORD: BUYER.password,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const keep = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return {
    process: child,
    output: () => text,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
