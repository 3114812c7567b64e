/**
 * The transaction of one order as the shop sent it to PostgreSQL, statement by statement, and how to send it again for
 * another order. It is recorded from the shop itself, so it follows whatever the shop does.
 */
import type pg from 'pg';

export type Statement = {
  /** Of the prepared statement; undefined for those sent as plain text. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** What is particular to an order. */
export type OrderFacts = {
  readonly id: string;
  readonly number: string;
  readonly buyerId: string;
  readonly idempotencyKey: string;
  readonly partIds: readonly number[];
  readonly placedAt: Date;
  readonly expiresAt: Date;
};

export type RecordedTransaction = { readonly statements: readonly Statement[]; readonly of: OrderFacts };

/** Notes every transaction that connections of this pool commit, from now on. */
export function recordTransactions(pool: pg.Pool): { readonly committed: Statement[][] } {
  const committed: Statement[][] = [];
  pool.on('connect', (client) => {
    let open: Statement[] | undefined;
    client.query = new Proxy(client.query, {
      apply(query, self, args: unknown[]) {
        const statement = statementOf(args);
        if (statement.text === 'begin') open = [];
        open?.push(statement);
        if (statement.text === 'commit' && open !== undefined) committed.push(open);
        if (statement.text === 'commit' || statement.text === 'rollback') open = undefined;
        return Reflect.apply(query, self, args);
      },
    });
  });
  return { committed };
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

/** The recorded statements with another order's facts in the places of the recorded one's. */
export function transactionFor({ statements, of: old }: RecordedTransaction, order: OrderFacts): Statement[] {
  const texts: readonly (readonly [string, string])[] = [
    [old.id, order.id],
    [old.number, order.number],
    [old.buyerId, order.buyerId],
    [old.idempotencyKey, order.idempotencyKey],
    [old.expiresAt.toISOString(), order.expiresAt.toISOString()],
  ];
  const laterMs = order.placedAt.getTime() - old.placedAt.getTime();
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string')
      return texts.reduce(
        (text, [from, to]) => (text.includes(from) ? text.replaceAll(from, to) : text),
        value,
      );
    if (value instanceof Date) return new Date(value.getTime() + laterMs);
    if (isListOf(value, old.partIds)) return value.map((id) => order.partIds[old.partIds.indexOf(id)]);
    return value;
  };
  return statements.map((statement) => ({ ...statement, values: statement.values.map(replace) }));
}

/** Whether a value is a list of exactly these ids, in any order: so no list of quantities or prices is taken for one. */
function isListOf(value: unknown, ids: readonly number[]): value is number[] {
  return Array.isArray(value) && value.length === ids.length && ids.every((id) => value.includes(id));
}
