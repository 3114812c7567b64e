/** What a public answer shows, and whether a change of the catalogue makes it untrue. */
import type { Schema, SchemaOut, Table } from '#contract/kernel/operation.ts';

/** So many units are for sale of these parts, by their ids. */
export type UnitsForSale = ReadonlyMap<number, number>;

/** Units for sale, and the moment of the cache's clock from which on they were read: whatever was made before that is older. */
export type Counted = { readonly units: UnitsForSale; readonly fromMs: number };

/** Another number of units for sale of some parts. */
export type StockMoved = {
  /** Those of many orders: each kept answer is held against them. */
  readonly partIds: ReadonlySet<number>;
  /** Whether one of them ran out, or came back. */
  readonly changesAvailability: boolean;
  /** Of all these parts; undefined where nobody counted. */
  readonly counted?: Counted | undefined;
};

/**
 * What has changed: the stock of some parts, the prices of some, what is said of some (names, descriptions, pictures), what people
 * wrote, or anything at all.
 */
export type Change =
  | StockMoved
  | { readonly repriced: readonly number[] }
  | { readonly retold: readonly number[] }
  | 'reviews'
  | 'anything';

/** Whether all that has changed is the stock of some parts. */
export const isStockMoved = (change: Change): change is StockMoved =>
  typeof change === 'object' && 'partIds' in change;

/** What an answer shows of what changes often; all that it shows beside it changes rarely, and counts for every answer. */
export type Shown =
  | 'anything'
  | {
      /** Parts of which it tells anything, such as prices and units for sale. */
      readonly partIds: readonly number[];
      /** Parts of which it tells the name, and nothing that is for sale. */
      readonly named: readonly number[];
      /** Whether it filters, counts or puts in order by what can be ordered now, of any part. */
      readonly availability: boolean;
      /** Whether it filters, counts, compares or puts in order by prices, of any part. */
      readonly prices: boolean;
      /** Whether it searches by words or puts in order by names, of any part. */
      readonly words: boolean;
      /** Whether it tells what people wrote, or how many stars they gave. */
      readonly reviews: boolean;
    };

/** An answer that tells nothing of all that. */
export const STEADY: Exclude<Shown, 'anything'> = {
  partIds: [],
  named: [],
  availability: false,
  prices: false,
  words: false,
  reviews: false,
};

/** What one answer shows that is made of two. */
export function together(a: Shown, b: Shown): Shown {
  if (a === 'anything' || b === 'anything') return 'anything';
  return {
    partIds: [...a.partIds, ...b.partIds],
    named: [...a.named, ...b.named],
    availability: a.availability || b.availability,
    prices: a.prices || b.prices,
    words: a.words || b.words,
    reviews: a.reviews || b.reviews,
  };
}

/**
 * What of an answer may be different after a change: nothing, the numbers of units for sale that it tells and what follows from
 * them, or anything.
 */
export function touchedBy(shown: Shown, change: Change): 'nothing' | 'numbers' | 'anything' {
  if (shown === 'anything' || change === 'anything') return 'anything';
  if (change === 'reviews') return shown.reviews ? 'anything' : 'nothing';
  const isOneOf = (partIds: readonly number[], ids = shown.partIds) => ids.some((id) => partIds.includes(id));
  if ('repriced' in change) return shown.prices || isOneOf(change.repriced) ? 'anything' : 'nothing';
  if ('retold' in change) {
    const { retold } = change;
    return shown.words || isOneOf(retold) || isOneOf(retold, shown.named) ? 'anything' : 'nothing';
  }
  if (shown.availability && change.changesAvailability) return 'anything';
  return shown.partIds.some((id) => change.partIds.has(id)) ? 'numbers' : 'nothing';
}

/** Whether an answer may be different after a change. */
export const isTouched = (shown: Shown, change: Change): boolean => touchedBy(shown, change) !== 'nothing';

/** What the answers of operations show, by their names. An operation that is left out may show anything. */
export type ShownBy<T extends Table> = {
  readonly [K in keyof T]?: (answer: BodyOf<T[K]>, query: unknown) => Shown;
};
type BodyOf<Op> = Op extends { readonly output: infer S extends Schema } ? SchemaOut<S> : never;
/** The same, where the table is not known: each is given the answers of its own operation. */
export type ShownByName = Readonly<Record<string, ((answer: unknown, query: unknown) => Shown) | undefined>>;

/** What the answers of a table's operations show, for whoever serves any table. */
export const shownByName = <T extends Table>(shown: ShownBy<T>): ShownByName => shown as ShownByName;
