/** A shop in a process of its own, started as a user starts it, that is brought back whenever it ends, as a service is. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PROJECT = join(import.meta.dirname, '../..');
const BRING_BACK_AFTER_MS = 100;
/** The first start may have to build the pages. */
const OPEN_WITHIN_MS = 180_000;

export type AppProcess = {
  readonly port: number;
  readonly url: string;
  /** How far its clock is ahead of the machine's, in ms. */
  readonly clockOffsetMs: () => number;
  moveClock(offsetMs: number): void;
  /** Ends it and all that it has started, without a goodbye. False where it was down already. */
  kill(): boolean;
  /** Resolves when it answers. */
  opened(): Promise<void>;
  /** What it has written to standard error since it was first started. */
  log(): string;
  stop(): Promise<void>;
};

export type AppOptions = {
  /** `whole`: `scripts/start.mjs`, with pages. `bare`: the same without them. */
  readonly kind: 'whole' | 'bare';
  readonly port: number;
  readonly clockFile: string;
  readonly env: Readonly<Record<string, string>>;
};

export function startApp({ kind, port, clockFile, env }: AppOptions): AppProcess {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let isStopped = false;
  let log = '';
  let offsetMs = 0;
  writeFileSync(clockFile, '0');

  const start = (): void => {
    const script = kind === 'whole' ? 'scripts/start.mjs' : 'tests/faults/bare-shop.ts';
    child = spawn(process.execPath, [script], {
      cwd: PROJECT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        // As the script does that `npm start` is.
        NODE_COMPILE_CACHE: join(PROJECT, 'node_modules', '.cache', 'node'),
        NODE_OPTIONS: `--import=${join(import.meta.dirname, 'moved-clock.mjs')}`,
        CLOCK_FILE: clockFile,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own, so that the one signal reaches the shop and who started it.
      detached: true,
    });
    child.stderr?.on('data', (piece: Buffer) => {
      log += piece.toString();
    });
    child.once('exit', () => {
      if (!isStopped) setTimeout(() => !isStopped && start(), BRING_BACK_AFTER_MS);
    });
  };
  const signal = (name: NodeJS.Signals): boolean => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
    try {
      process.kill(-child.pid, name);
      return true;
    } catch {
      return false;
    }
  };
  start();
  return {
    port,
    url,
    clockOffsetMs: () => offsetMs,
    moveClock(next) {
      offsetMs = next;
      writeFileSync(clockFile, String(next));
    },
    kill: () => signal('SIGKILL'),
    async opened() {
      const deadline = performance.now() + OPEN_WITHIN_MS;
      for (;;) {
        const isOpen = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
          (answer) => answer.status === 200,
          () => false,
        );
        if (isOpen) return;
        if (performance.now() > deadline) throw new Error(`a shop did not open:\n${log.slice(-4_000)}`);
        await wait(50);
      }
    },
    log: () => log,
    async stop() {
      isStopped = true;
      if (!signal('SIGTERM')) return;
      const isOver = await Promise.race([once(child, 'exit'), wait(15_000, 'late', { ref: false })]);
      if (isOver === 'late') signal('SIGKILL');
    },
  };
}
