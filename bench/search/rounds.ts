/** Closed loops: so many askers, each asking again when it was answered. */
import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { READS_ARE_SHORT } from '#server/platform/db/pool.ts';
import type { Statement } from '../asked-statements.ts';

export type Round = { readonly latenciesMs: number[] };

/** Asks by turns for a while, warm-up left out. */
async function round<Asked>(
  asked: readonly Asked[],
  askers: number,
  ms: number,
  ask: (one: Asked, asker: number) => Promise<void>,
): Promise<Round> {
  const latenciesMs: number[] = [];
  const countFrom = performance.now() + Math.min(500, ms / 4);
  const end = performance.now() + ms;
  let turn = 0;
  const loop = async (asker: number) => {
    while (performance.now() < end) {
      const one = asked[turn++ % asked.length];
      if (one === undefined) return;
      const beganAt = performance.now();
      await ask(one, asker);
      if (beganAt >= countFrom) latenciesMs.push(performance.now() - beganAt);
    }
  };
  await Promise.all(Array.from({ length: askers }, (_, asker) => loop(asker)));
  return { latenciesMs };
}

/** Over HTTP, on kept-alive connections. */
export function httpRound(
  url: string,
  paths: readonly string[],
  connections: number,
  ms: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = (path: string) =>
    new Promise<void>((resolve, reject) => {
      get(`${url}/api${path}`, { agent, headers }, (answer) => {
        answer.on('error', reject);
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve()
            : reject(new Error(`${path} was answered ${answer.statusCode}`)),
        );
        answer.resume();
      }).on('error', reject);
    });
  return round(paths, connections, ms, ask).finally(() => agent.destroy());
}

/** The statements of each request, through `pg` alone, prepared under names as the shop does. */
export async function sqlRound(
  databaseUrl: string,
  requests: readonly (readonly Statement[])[],
  connections: number,
  ms: number,
): Promise<Round> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl, options: READS_ARE_SHORT });
      await client.connect();
      return client;
    }),
  );
  const names = new Map<string, string>();
  for (const { text } of requests.flat()) if (!names.has(text)) names.set(text, `b${names.size}`);
  try {
    return await round(requests, connections, ms, async (statements, asker) => {
      for (const { text, values } of statements) {
        await clients[asker]?.query({ name: names.get(text) ?? '', text, values: [...values] });
      }
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
