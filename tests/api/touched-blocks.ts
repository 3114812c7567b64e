/** How much of the database a call looks at: the same on every machine, whatever time that takes. */
import type pg from 'pg';
import * as z from 'zod';
import { LOOKS } from './sent-statements.ts';

const Explained = z.tuple([
  z.object({ Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }) }),
]);

/** Blocks of 8 kB that the statements look at which are sent through a pool meanwhile: they are sent again, and explained. */
export async function touchedBlocks(pool: pg.Pool, ask: () => Promise<unknown>): Promise<number> {
  const sent: { readonly text: string; readonly values: unknown[] }[] = [];
  const watched = new Map<pg.PoolClient, () => void>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const { query } = client;
    client.query = new Proxy(query, {
      apply(target, self, args: unknown[]) {
        const [config] = args;
        if (isParametrized(config) && !LOOKS.some((look) => look.test(config.text))) sent.push(config);
        return Reflect.apply(target, self, args);
      },
    });
    watched.set(client, () => {
      client.query = query;
    });
  };
  pool.on('acquire', watch);
  try {
    await ask();
  } finally {
    pool.off('acquire', watch);
    for (const unwatch of watched.values()) unwatch();
  }
  let blocks = 0;
  for (const { text, values } of sent) {
    const { rows } = await pool.query<{ 'QUERY PLAN': unknown }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    );
    const [{ Plan: plan }] = Explained.parse(rows[0]?.['QUERY PLAN']);
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return blocks;
}

function isParametrized(query: unknown): query is { readonly text: string; readonly values: unknown[] } {
  return typeof query === 'object' && query !== null && 'text' in query && 'values' in query;
}
