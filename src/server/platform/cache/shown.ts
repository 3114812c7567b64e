/** What a public answer shows, and whether a change of the catalogue makes it untrue. */
import type { Schema, SchemaOut, Table } from '#contract/kernel/operation.ts';

/** Units for sale of some parts have changed; or anything at all may have. */
export type Change =
  | 'anything'
  | {
      readonly partIds: readonly number[];
      /** Whether one of them ran out, or came back. */
      readonly changesAvailability: boolean;
    };

/** What an answer shows of stock; all that it shows beside it changes rarely, and counts for every answer. */
export type Shown =
  | 'anything'
  | {
      /** Parts whose units for sale it tells. */
      readonly partIds: readonly number[];
      /** Whether it filters, counts or puts in order by what can be ordered now, of any part. */
      readonly availability: boolean;
    };

/** An answer that tells nothing of stock. */
export const NO_STOCK: Shown = { partIds: [], availability: false };

/** What one answer shows that is made of two. */
export function together(a: Shown, b: Shown): Shown {
  if (a === 'anything' || b === 'anything') return 'anything';
  return { partIds: [...a.partIds, ...b.partIds], availability: a.availability || b.availability };
}

/** Whether an answer may be different after a change. */
export function isTouched(shown: Shown, change: Change): boolean {
  if (shown === 'anything' || change === 'anything') return true;
  if (shown.availability && change.changesAvailability) return true;
  return shown.partIds.some((id) => change.partIds.includes(id));
}

/** What the answers of operations show, by their names. An operation that is left out may show anything. */
export type ShownBy<T extends Table> = {
  readonly [K in keyof T]?: (answer: BodyOf<T[K]>, query: unknown) => Shown;
};
type BodyOf<Op> = Op extends { readonly output: infer S extends Schema } ? SchemaOut<S> : never;
/** The same, where the table is not known. */
export type ShownByName = Readonly<Record<string, ((answer: unknown, query: unknown) => Shown) | undefined>>;
