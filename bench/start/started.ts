/** A process from its start to its first answers, as the one who waits for it sees it. */
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithBench } from '../end-with-bench.ts';
import { headersOf, methodOf, type Question } from '../load/question.ts';
import { cpuMsOf, residentMemoryBytes } from '../processes.ts';

export type Program = {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Where it is started; here unless told. */
  readonly folder?: string;
  readonly port: number;
};

export type Start = Program & {
  /** What is asked, one after the other, each until it is answered. */
  readonly questions: readonly Question[];
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the process is then left alone before its memory is read for the last time. */
  readonly restMs: number;
};

export type FirstAnswer = { readonly ms: number; readonly cpuMs: number; readonly residentBytes: number };

export type Started = {
  /** Since the process was started: when each question had been answered, with the CPU time and memory of the process by then. */
  readonly answers: readonly FirstAnswer[];
  /** After the rest. */
  readonly residentBytes: number;
};

/** A process that goes on after its first answers. */
export type Running = Started & { readonly pid: number; stop(): Promise<void> };

const ASK_EVERY_MS = 3;
const GIVE_UP_MS = 300_000;

/** Starts Node, asks, and ends it again. */
export async function start(asked: Start): Promise<Started> {
  const running = await keepRunning(asked);
  await running.stop();
  return { answers: running.answers, residentBytes: running.residentBytes };
}

/** Starts Node and asks. */
export async function keepRunning(asked: Start): Promise<Running> {
  const { args, env, folder: cwd, port, questions, headers = {}, restMs } = asked;
  const beganAt = performance.now();
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { pid } = child;
  if (pid === undefined) throw new Error(`${args.join(' ')} could not be started`);
  endWithBench(child);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    const answers: FirstAnswer[] = [];
    for (const question of questions) {
      while (!(await isAnswered(port, question, headers))) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        if (hasEnded || performance.now() - beganAt > GIVE_UP_MS)
          throw new Error(`${args.join(' ')} did not answer ${question.path}:\n${said}`);
        await wait(ASK_EVERY_MS);
      }
      answers.push({
        ms: performance.now() - beganAt,
        cpuMs: cpuMsOf(pid),
        residentBytes: residentMemoryBytes(pid),
      });
    }
    await wait(restMs);
    return { answers, residentBytes: residentMemoryBytes(pid), pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function isAnswered(
  port: number,
  question: Question,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, path: question.path, agent: false },
        method: methodOf(question),
        headers: headersOf(question, headers),
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode === 200));
        response.once('error', () => resolve(false));
      },
    );
    asked.once('error', () => resolve(false));
    asked.end(question.body);
  });
}
