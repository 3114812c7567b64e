/**
 * How the suite's people reach the shop: each call goes to one of its processes, as behind a balancer, with a token of the
 * moment; where no answer comes that says what became of it, it is made again, at whichever process comes next.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#main/demo/random.ts';
import type { AccessTokens } from '#server/users/access-token.ts';
import type { AppProcess } from './app-process.ts';

export type Person = { readonly id: string; readonly epoch: number };
export type Call = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
};
/** What became of a call; `unknown` where nobody can tell. */
export type Outcome = { readonly status: number; readonly body: Record<string, unknown> } | 'unknown';

export type Door = {
  /** Makes a call once. */
  ask(person: Person, call: Call, random: Random): Promise<Outcome>;
  /** Makes it until its outcome is known; only for calls that are safe to repeat. `unknown` once the suite is over. */
  insist(person: Person, call: Call, random: Random): Promise<Outcome>;
  /** Calls that are being insisted on, with what became of the last try of each. */
  underWay(): readonly string[];
};

const ANSWER_WITHIN_MS = 8_000;
/** Answers that say: not now. What was asked may, or may not, have been done. */
const NOT_NOW = new Set([429, 502, 503, 504]);

export type DoorOptions = {
  readonly apps: readonly AppProcess[];
  readonly tokens: AccessTokens;
  /** Told of answers that no fault excuses. */
  readonly onFinding: (finding: string) => void;
  readonly isOver: () => boolean;
};

export function openDoor({ apps, tokens, onFinding, isOver }: DoorOptions): Door {
  const lastTries = new Map<Call, string>();
  const ask: Door['ask'] = async (person, call, random) => {
    const app = random.pick(apps);
    const now = new Date(Date.now() + app.clockOffsetMs());
    const token = await tokens.issue({ userId: person.id, epoch: person.epoch }, now);
    try {
      const answer = await fetch(`${app.url}/api${call.path}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...(call.key !== undefined && { 'idempotency-key': call.key }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const text = await answer.text();
      lastTries.set(
        call,
        `${answer.status} at ${call.method} ${call.path} of ${app.url}: ${text.slice(0, 300)}`,
      );
      if (answer.status === 500) onFinding(`500 at ${call.method} ${call.path}: ${text}`);
      if (answer.status === 503 && answer.headers.get('retry-after') === null)
        onFinding(`503 without Retry-After at ${call.method} ${call.path}: ${text}`);
      // The clock may have been moved between the token and its check.
      if (answer.status === 401 || answer.status === 500 || NOT_NOW.has(answer.status)) return 'unknown';
      const body: unknown = text === '' ? {} : JSON.parse(text);
      return { status: answer.status, body: isObject(body) ? body : {} };
    } catch (error) {
      lastTries.set(call, `${String(error)} at ${call.method} ${call.path} of ${app.url}`);
      return 'unknown';
    }
  };
  const insisted = new Set<Call>();
  return {
    ask,
    async insist(person, call, random) {
      insisted.add(call);
      try {
        for (;;) {
          const outcome = await ask(person, call, random);
          if (outcome !== 'unknown' || isOver()) return outcome;
          await wait(random.int(30, 200));
        }
      } finally {
        insisted.delete(call);
        lastTries.delete(call);
      }
    },
    underWay: () =>
      [...insisted].map((call) => lastTries.get(call) ?? `nothing yet at ${call.method} ${call.path}`),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
