/** What is sent through a pool, where the driver sends it. */
import type pg from 'pg';

/** A question with its values, where it has any, and the answer that is under way. */
export type Query = {
  readonly text: string;
  readonly values: unknown[] | undefined;
  readonly answer: unknown;
};

/** Tells of all that the connections of a pool send from now on, as they send it, until what is answered is called. */
export function watchQueries(pool: pg.Pool, tell: (query: Query) => void): () => void {
  const unwatch = new Map<pg.PoolClient, () => void>();
  const watch = (client: pg.PoolClient) => {
    if (unwatch.has(client)) return;
    const { query } = client;
    client.query = new Proxy(query, {
      apply(target, self, args: unknown[]) {
        const answer: unknown = Reflect.apply(target, self, args);
        tell({ ...asked(args), answer });
        return answer;
      },
    });
    unwatch.set(client, () => {
      client.query = query;
    });
  };
  pool.on('acquire', watch);
  return () => {
    pool.off('acquire', watch);
    for (const end of unwatch.values()) end();
  };
}

/** By `query(text, values)` or `query({ text, values })`. */
function asked([first, second]: readonly unknown[]): Pick<Query, 'text' | 'values'> {
  const config = typeof first === 'object' && first !== null && 'text' in first ? first : undefined;
  const values = config !== undefined && 'values' in config ? config.values : second;
  return { text: String(config?.text ?? first), values: Array.isArray(values) ? values : undefined };
}
