/** What connections of a pool are asked, where the driver is asked it. */
import type pg from 'pg';

export type Statement = {
  /** Of the prepared statement; undefined for those sent as plain text. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
};

/**
 * Tells of every statement before it is sent, on the connections that the pool makes from now on.
 *
 * @param ofConnection called for each connection; what it answers is told what that one is asked
 */
export function watchStatements(pool: pg.Pool, ofConnection: () => (statement: Statement) => void): void {
  pool.on('connect', (client) => {
    const tell = ofConnection();
    client.query = new Proxy(client.query, {
      apply(query, self, args: unknown[]) {
        tell(statementOf(args));
        return Reflect.apply(query, self, args);
      },
    });
  });
}

/** `query(text, values)` or `query({ name, text, values })`. */
function statementOf([first, second]: readonly unknown[]): Statement {
  const list = (values: unknown) => (Array.isArray(values) ? values : []);
  if (typeof first !== 'object' || first === null)
    return { name: undefined, text: String(first), values: list(second) };
  const { name, text, values }: { name?: unknown; text?: unknown; values?: unknown } = first;
  return {
    name: typeof name === 'string' ? name : undefined,
    text: String(text),
    values: list(values),
  };
}
