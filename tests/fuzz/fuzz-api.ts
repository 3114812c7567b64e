/**
 * Sends requests to every operation as everyone, from a seed, and tells what was wrong with the answers: faults, answers
 * in another shape than is declared, permissions that were crossed, and what is kept though the shop would refuse it.
 */
import { hash } from 'node:crypto';
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import type { TestShop } from '../shop.ts';
import { type FuzzedOperation, operationsOf } from './api-document.ts';
import { CALLERS, type CallerName, type Callers, openCallers } from './callers.ts';
import { flawOf, type Received } from './judge.ts';
import { type Sent, sendingOf, type Thought, thoughtsOf } from './requests.ts';
import { flawsOfStored } from './stored.ts';
import { openWorld } from './world.ts';

export type FuzzOptions = {
  readonly seed: number;
  /** How many requests to send, about: every operation gets some as everyone. */
  readonly requests: number;
  /** Called after each round with the requests sent so far. */
  readonly onProgress?: (sent: number) => void;
};

export type FuzzReport = {
  readonly sent: number;
  readonly operations: number;
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** What was wrong, each with the request that showed it. */
  readonly flaws: readonly string[];
};

/** Operations whose calls hash a password, or draw a document, get this share of the requests of others. */
const SLOW_SHARE = 0.25;
const SLOW_CLASSES: ReadonlySet<string> = new Set(['credentials', 'signUp', 'document', 'upload']);
/** In so many rounds, so that what one operation keeps is there for the others. */
const ROUNDS = 10;
const LANES = 4;
const FLAWS_AT_MOST = 40;

export async function fuzzApi(shop: TestShop, options: FuzzOptions): Promise<FuzzReport> {
  const operations = operationsOf(await (await fetch(`${shop.url}/api/openapi.json`)).text());
  const callers = await openCallers(shop);
  const world = await openWorld(shop);
  const before = JSON.stringify(await world.victimsThings());
  const agent = new Agent({ keepAlive: true, maxSockets: LANES * 2 });
  const statuses = new Map<number, number>();
  const flaws: string[] = [];
  let sent = 0;

  const ask = async (operation: FuzzedOperation, caller: CallerName, thought: Thought) => {
    const sending = sendingOf(operation, thought, caller === 'admin' ? world.poolsOfAdmins : world.pools);
    const headers = { ...sending.headers, ...(await callers.headersOf(caller)) };
    const got = await send(agent, shop.url, { ...sending, headers });
    sent += 1;
    statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
    learn(operation, caller, got, world.poolsOfAdmins);
    return flawOf(operation, caller, sending, got);
  };
  const work = worksOf(operations, options);
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = [...work];
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (let next = open.pop(); next !== undefined; next = open.pop()) {
          const { operation, caller, runsPerRound } = next;
          const runs = Math.floor((round + 1) * runsPerRound) - Math.floor(round * runsPerRound);
          if (runs === 0 || flaws.length >= FLAWS_AT_MOST) continue;
          const seed = seedOf(options.seed, operation.name, caller, round);
          const flaw = await firstFlaw(next.thoughts, seed, runs, (thought) =>
            ask(operation, caller, thought),
          );
          if (flaw !== null) flaws.push(`${operation.method} ${operation.path} as ${caller}: ${flaw}`);
        }
      }),
    );
    options.onProgress?.(sent);
  }
  agent.destroy();
  if (JSON.stringify(await world.victimsThings()) !== before)
    flaws.push('somebody changed what is another’s');
  flaws.push(...(await flawsOfPeople(shop, callers)));
  flaws.push(...(await flawsOfStored(shop, await callers.headersOf('admin'))));
  return { sent, operations: operations.length, statuses, flaws };
}

type Work = {
  readonly operation: FuzzedOperation;
  readonly caller: CallerName;
  readonly thoughts: fc.Arbitrary<Thought>;
  readonly runsPerRound: number;
};

function worksOf(operations: readonly FuzzedOperation[], { requests }: FuzzOptions): readonly Work[] {
  const shareOf = ({ rateClass }: FuzzedOperation) => (SLOW_CLASSES.has(rateClass) ? SLOW_SHARE : 1);
  const shares = operations.reduce((sum, operation) => sum + shareOf(operation), 0) * CALLERS.length;
  return operations.flatMap((operation) => {
    const thoughts = thoughtsOf(operation);
    const runs = Math.max(1, Math.ceil((requests / shares) * shareOf(operation)));
    return CALLERS.map((caller) => ({ operation, caller, thoughts, runsPerRound: runs / ROUNDS }));
  });
}

/** The first thought of a run that has a flaw, made as small as it gets; null where none has. */
async function firstFlaw(
  thoughts: fc.Arbitrary<Thought>,
  seed: number,
  runs: number,
  ask: (thought: Thought) => Promise<string | null>,
): Promise<string | null> {
  const details = await fc.check(
    fc.asyncProperty(thoughts, async (thought) => {
      const flaw = await ask(thought);
      if (flaw !== null) throw new Error(flaw);
    }),
    { seed, numRuns: runs, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
  );
  if (!details.failed) return null;
  const error =
    details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  return `${error}\n  by ${fc.stringify(details.counterexample).slice(0, 1_500)}`;
}

/** A seed of its own for each run, so that any of them can be done again alone. */
function seedOf(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash('sha256', parts.join(' '), 'hex').slice(0, 8), 16) | 0;
}

/** Ids of what admins have made, so that later requests are about it. */
function learn(
  operation: FuzzedOperation,
  caller: CallerName,
  got: Received,
  pools: Map<string, string[]>,
): void {
  if (caller !== 'admin' || got.status !== 201 || operation.name !== 'importsUpload') return;
  const { id } = JSON.parse(got.text) as { id: string };
  pools.set('imports', [...(pools.get('imports') ?? []), id].slice(-50));
}

/** Whether the people of the fuzzing are what they were: nobody has made themselves more. */
async function flawsOfPeople(
  shop: TestShop,
  callers: Callers & { readonly customerId: string },
): Promise<string[]> {
  const person = await shop.databases.write
    .selectFrom('shop_user')
    .select(['role', 'email', 'deactivated_at'])
    .where('id', '=', callers.customerId)
    .executeTakeFirstOrThrow();
  const isAsBefore = person.role === 'customer' && person.email === 'customer-of-the-fuzzing@example.test';
  return isAsBefore && person.deactivated_at === null ? [] : ['somebody is not what they were'];
}

/** Sends a request as it is; `fetch` would mend some of what is to be broken. */
function send(agent: Agent, url: string, sent: Sent): Promise<Received> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const headers = {
      ...sent.headers,
      ...(sent.body === undefined ? {} : { 'content-length': String(sent.body.byteLength) }),
    };
    const asking = request(
      { host: '127.0.0.1', port, method: sent.method, path: sent.path, headers, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        response.on('error', reject);
      },
    );
    asking.on('error', reject);
    asking.end(sent.body);
  });
}
