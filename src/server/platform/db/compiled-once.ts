/** Queries that are built and compiled once: for the short ones that each call asks, that costs as much as sending them. */
import { type CompiledQuery, type Expression, sql } from 'kysely';
import type { Querier } from './database.ts';

/** A query, or plain SQL, which has to be told by whom it is compiled. */
type Built<Row> = { compile(db: Querier): CompiledQuery<Row> };
type StandIns<Values extends readonly unknown[]> = { readonly [At in keyof Values]: Expression<Values[At]> };

/** Is compiled in the place of a value. */
class StandIn {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/**
 * A query whose text is the same for all values. `build` is called once, with something that stands for each of them; what
 * comes back gives the query with these values in it.
 */
export function compiledOnce<Values extends readonly unknown[], Row>(
  build: (db: Querier, ...values: StandIns<Values>) => Built<Row>,
): (db: Querier, ...values: Values) => CompiledQuery<Row> {
  let built: CompiledQuery<Row> | undefined;
  return (db, ...values) => {
    built ??= build(db, ...standInsFor(values)).compile(db);
    const parameters = built.parameters.map((value) => (value instanceof StandIn ? values[value.at] : value));
    return { ...built, parameters };
  };
}

function standInsFor<Values extends readonly unknown[]>(values: Values): StandIns<Values> {
  // One for each, in the same order.
  return values.map((_, at) => sql`${new StandIn(at)}`) as unknown as StandIns<Values>;
}
