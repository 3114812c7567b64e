/** How much of the database a call looks at: the same on every machine, whatever time that takes. */
import type pg from 'pg';
import * as z from 'zod';
import { watchQueries } from './pool-queries.ts';
import { LOOKS } from './sent-statements.ts';

const Explained = z.tuple([
  z.object({ Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }) }),
]);

/** Blocks of 8 kB that the statements look at which are sent through a pool meanwhile: they are sent again, and explained. */
export async function touchedBlocks(pool: pg.Pool, ask: () => Promise<unknown>): Promise<number> {
  const sent: { readonly text: string; readonly values: unknown[] }[] = [];
  const end = watchQueries(pool, ({ text, values }) => {
    if (values !== undefined && !LOOKS.some((look) => look.test(text))) sent.push({ text, values });
  });
  try {
    await ask();
  } finally {
    end();
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
