/** Workloads of one GET address: the shop beside a bare server that sends the very same answer. */
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../child-process.ts';
import {
  type CapturedAnswer,
  captureAnswer,
  headerOf,
  requireSameAnswer,
} from '../limits/captured-answer.ts';
import type { LoadRequest } from '../load/generator.ts';
import type { Target, Workload } from '../measure.ts';
import type { Slice } from '../slice.ts';
import type { Stage } from './stage.ts';

type AnswerWorkload = {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether whoever asks has the answer already, and names its entity tag. */
  readonly isKnown?: boolean;
};

/** An answer that is kept costs little more than sending its bytes. */
const KEPT: Target = { connections: [64], requests: 0.8, cpu: 1.25, p99: 2 };

/** So often a shop is asked before its answer is what it sends from then on, and so long it has for that. */
const SETTLED = { asked: 5, afterMs: 500 } as const;

/** The answer as it is sent under load: an answer that is asked for again and again is squeezed behind the scenes. */
async function settledAnswer(url: string, headers: AnswerWorkload['headers']): Promise<CapturedAnswer> {
  for (let asked = 0; asked < SETTLED.asked; asked += 1) await captureAnswer(url, headers);
  await wait(SETTLED.afterMs);
  return captureAnswer(url, headers);
}

/** @param each is told the workload while the bare server of its answer runs */
export async function withAnswerWorkload(
  { name, path, headers: asked, isKnown = false }: AnswerWorkload,
  { shop, generator, databasePid }: Stage,
  each: (workload: Workload) => Promise<void>,
): Promise<void> {
  const whole = await settledAnswer(`${shop.url}${path}`, asked);
  const headers = isKnown ? { ...asked, 'if-none-match': headerOf(whole, 'etag') } : asked;
  const answer = isKnown ? await captureAnswer(`${shop.url}${path}`, headers) : whole;
  const bare = await startChild<CapturedAnswer, { port: number }>(
    new URL('../limits/bare-server.ts', import.meta.url),
  );
  try {
    const { port } = await bare.ask(answer);
    const bareUrl = `http://127.0.0.1:${port}${path}`;
    requireSameAnswer(answer, await captureAnswer(bareUrl, headers));
    const loadOf = (request: Omit<LoadRequest, 'timing' | 'load'>) => ({
      load: (timing: LoadRequest['timing']): Promise<Slice> =>
        generator.ask({ ...request, timing, load: { kind: 'get', headers } }),
    });
    await each({
      name,
      limitIs: 'node:http sending the same bytes',
      target: KEPT,
      about: { answerBytes: answer.body.length },
      ours: loadOf({ url: `${shop.url}${path}`, watched: { serverPid: shop.pid, databasePid } }),
      limit: loadOf({ url: bareUrl, watched: { serverPid: bare.pid } }),
    });
  } finally {
    await bare.stop();
  }
}
