/**
 * Processes of the bench's own: each does one thing, answers one message at a time and ends with its parent. Whoever
 * makes load and whoever is measured never share an event loop.
 */
import { fork } from 'node:child_process';
import { endWithBench } from './end-with-bench.ts';

export type Child<Ask, Answer> = {
  readonly pid: number;
  ask(message: Ask): Promise<Answer>;
  stop(): Promise<void>;
};

type Envelope<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly error: string };

/**
 * Starts a module as a process. `Ask` and `Answer` are the ones that the module gives {@link answerParent}.
 *
 * @param module the module's address
 * @param nodeOptions for the process's own Node
 * @param environment added to this process's own
 */
export async function startChild<Ask extends object, Answer>(
  module: URL,
  nodeOptions: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Child<Ask, Answer>> {
  const child = fork(module, {
    serialization: 'advanced',
    execArgv: [...nodeOptions],
    // As in use: libraries check more and are slower otherwise.
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`${module.pathname} ended with ${code ?? signal}`));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${module.pathname} could not be started`);
  endWithBench(child);
  return {
    pid,
    async ask(message) {
      const answered = new Promise<Envelope<Answer>>((resolve) => child.once('message', resolve));
      child.send(message);
      const envelope = await Promise.race([answered, ended]);
      if (typeof envelope === 'string') throw new Error(envelope);
      if (!envelope.ok) throw new Error(envelope.error);
      return envelope.answer;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** Makes this process answer its parent, and end when the parent lets go of it. */
export function answerParent<Ask, Answer>(answer: (message: Ask) => Promise<Answer>): void {
  process.on('message', async (message: Ask) => {
    const envelope: Envelope<Answer> = await answer(message).then(
      (value) => ({ ok: true, answer: value }),
      (error: unknown) => ({
        ok: false,
        error: error instanceof Error ? (error.stack ?? '') : String(error),
      }),
    );
    process.send?.(envelope);
  });
  process.once('disconnect', () => process.exit(0));
  // Ctrl-C reaches every process of the terminal; the parent is the one that cleans up.
  process.on('SIGINT', () => {});
}
