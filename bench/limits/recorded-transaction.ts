/**
 * A transaction as the shop sent it to PostgreSQL, statement by statement, and how to send it again for another order. It
 * is recorded from the shop itself, so it follows whatever the shop does.
 */
import type pg from 'pg';
import { type Statement, watchStatements } from '../asked-statements.ts';

/** What is particular to one such transaction. */
export type Facts = {
  /** Ids, numbers, keys, moments written out: whatever is found in no other, under a name that all of a kind share. */
  readonly texts: Readonly<Record<string, string>>;
  readonly partIds: readonly number[];
  /** When it happens: every moment among the values moves with it. */
  readonly at: Date;
};

export type RecordedTransaction = { readonly statements: readonly Statement[]; readonly of: Facts };

/** What a shop has sent: transactions that were committed, and statements that stood alone. */
export type Recording = { readonly committed: Statement[][]; readonly alone: Statement[] };

/** Notes what connections of this pool send, from now on. */
export function recordTransactions(pool: pg.Pool): Recording {
  const committed: Statement[][] = [];
  const alone: Statement[] = [];
  watchStatements(pool, () => {
    let open: Statement[] | undefined;
    return (statement) => {
      if (statement.text === 'begin') open = [];
      (open ?? alone).push(statement);
      if (statement.text === 'commit' && open !== undefined) committed.push(open);
      if (statement.text === 'commit' || statement.text === 'rollback') open = undefined;
    };
  });
  return { committed, alone };
}

/** The recorded statements with other facts in the places of the recorded ones. */
export function transactionFor({ statements, of: old }: RecordedTransaction, facts: Facts): Statement[] {
  const texts = Object.entries(old.texts).map(([name, text]) => [text, facts.texts[name] ?? text] as const);
  const laterMs = facts.at.getTime() - old.at.getTime();
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string')
      return texts.reduce(
        (text, [from, to]) => (text.includes(from) ? text.replaceAll(from, to) : text),
        value,
      );
    if (value instanceof Date) return new Date(value.getTime() + laterMs);
    if (isListOf(value, old.partIds)) return value.map((id) => facts.partIds[old.partIds.indexOf(id)]);
    return value;
  };
  return statements.map((statement) => ({ ...statement, values: statement.values.map(replace) }));
}

/** Whether a value is a list of exactly these ids, in any order: so no list of quantities or prices is taken for one. */
function isListOf(value: unknown, ids: readonly number[]): value is number[] {
  return Array.isArray(value) && value.length === ids.length && ids.every((id) => value.includes(id));
}
