/**
 * Buyers who go on reading and ordering, whatever the shop does beside: five requests a second, each sent at its time. What
 * comes late because an earlier one was late counts from when it was due.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { answerParent } from '../child-process.ts';
import { orderBody, signTokens } from '../load/order-requests.ts';
import type { OrderablePart } from '../order-mix.ts';

export type OpenBuyers = {
  readonly url: string;
  readonly parts: readonly OrderablePart[];
  readonly buyerIds: readonly string[];
  readonly tokenSecret: string;
};
/** What buyers waited since they were asked last, and how often they were not served. */
export type Waited = { readonly latenciesMs: readonly number[]; readonly failed: readonly string[] };
export type AskBuyers = OpenBuyers | { readonly waited: true };

const EVERY_MS = 200;
/** Tokens are good for five minutes at least. */
const SIGN_EVERY_MS = 240_000;

let latenciesMs: number[] = [];
let failed: string[] = [];

type Asked = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string };

async function open(given: OpenBuyers): Promise<Waited> {
  const { url, parts } = given;
  const agent = new Agent({ keepAlive: true });
  let tokens = await signTokens(given);
  setInterval(async () => {
    tokens = await signTokens(given);
  }, SIGN_EVERY_MS);
  const turns: readonly ((turn: number) => Asked)[] = [
    () => ({ method: 'GET', path: '/parts?limit=24' }),
    (turn) => ({ method: 'GET', path: `/parts/${parts[(turn * 7) % parts.length]?.id}` }),
    () => ({ method: 'GET', path: '/search?q=brake%20disc' }),
    (turn) => ({ method: 'GET', path: `/search?q=BENCH-${String(1 + (turn % 9_000)).padStart(5, '0')}` }),
    (turn) => ({ method: 'POST', path: '/order', body: orderBody({ parts, isHot: false }, turn) }),
  ];
  const beganAt = performance.now();
  let turn = 0;
  setInterval(() => {
    // A late timer sends what was due meanwhile, too.
    for (; beganAt + turn * EVERY_MS <= performance.now(); turn += 1) {
      const dueAt = beganAt + turn * EVERY_MS;
      const asked = turns[turn % turns.length]?.(turn);
      if (asked === undefined) continue;
      const headers: Record<string, string> =
        asked.body === undefined
          ? {}
          : {
              'content-type': 'application/json',
              authorization: `Bearer ${tokens[turn % tokens.length]}`,
              'idempotency-key': randomUUID(),
            };
      const sent = request(`${url}/api${asked.path}`, { agent, method: asked.method, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          latenciesMs.push(performance.now() - dueAt);
          if ((answer.statusCode ?? 0) >= 300) failed.push(`${asked.path} was answered ${answer.statusCode}`);
        });
      });
      sent.on('error', (error) => failed.push(`${asked.path}: ${error.message}`));
      sent.end(asked.body);
    }
  }, EVERY_MS / 4);
  return { latenciesMs, failed };
}

function take(): Waited {
  const waited = { latenciesMs, failed };
  latenciesMs = [];
  failed = [];
  return waited;
}

answerParent<AskBuyers, Waited>(async (ask) => ('waited' in ask ? take() : open(ask)));
