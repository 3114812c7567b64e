/** A process from its start to its first answers, as the one who waits for it sees it. */
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuMsOf, residentMemoryBytes } from '../processes.ts';

export type Start = {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  /** Addresses that are asked one after the other, each until it is answered. */
  readonly paths: readonly string[];
  /** How long the process is then left alone before its memory is read for the last time. */
  readonly restMs: number;
};

export type Started = {
  /** Since the process was started: when each address had been answered, with the CPU time and memory of the process by then. */
  readonly answers: readonly {
    readonly ms: number;
    readonly cpuMs: number;
    readonly residentBytes: number;
  }[];
  /** After the rest. */
  readonly residentBytes: number;
};

const ASK_EVERY_MS = 3;
const GIVE_UP_MS = 300_000;

/** Starts Node, asks, and ends it again. */
export async function start({ args, env, port, paths, restMs }: Start): Promise<Started> {
  const beganAt = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { pid } = child;
  if (pid === undefined) throw new Error(`${args.join(' ')} could not be started`);
  try {
    const answers: Started['answers'][number][] = [];
    for (const path of paths) {
      while (!(await isAnswered(port, path))) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        if (hasEnded || performance.now() - beganAt > GIVE_UP_MS)
          throw new Error(`${args.join(' ')} did not answer ${path}:\n${said}`);
        await wait(ASK_EVERY_MS);
      }
      answers.push({
        ms: performance.now() - beganAt,
        cpuMs: cpuMsOf(pid),
        residentBytes: residentMemoryBytes(pid),
      });
    }
    await wait(restMs);
    return { answers, residentBytes: residentMemoryBytes(pid) };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

function isAnswered(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
      response.once('error', () => resolve(false));
    });
    asked.once('error', () => resolve(false));
  });
}
