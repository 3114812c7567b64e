/** Answers that may be kept, as they are made. */

import type { Shown, UnitsForSale } from './shown.ts';
import type { PlainAnswer } from './variants.ts';

/** An answer of status 200 that says the same to everybody, and what it shows. */
export type ForEverybody = PlainAnswer & {
  readonly shown: Shown;
  /** Kept where there is room for it, and takes none from others: machines ask for all of its kind, one after the other. */
  readonly givesWay?: boolean | undefined;
  /** When the oldest of what it is made from was made, by the cache's clock; now, unless told. */
  readonly sinceMs?: number | undefined;
  /** The same answer with these numbers of units; undefined where it has to be made anew, as all have where this is not there. */
  readonly restock?: ((units: UnitsForSale) => Restocked | undefined) | undefined;
  /**
   * Asks whether all that it is made from still says what it said, units for sale aside, and since when. Undefined where that is
   * not so, and where this is not there nobody knows: it is made anew then.
   */
  readonly confirm?: (() => Promise<Confirmed | undefined>) | undefined;
};
export type Confirmed = Required<Pick<ForEverybody, 'sinceMs'>>;
/** An answer in which numbers of units are others: all that is not here is as it was. */
export type Restocked = Pick<ForEverybody, 'bytes' | 'restock'> & Required<Pick<ForEverybody, 'tag'>>;
/** One that is kept. */
export type Kept = ForEverybody & {
  readonly sinceMs: number;
  /** Where it comes from: one object in all that say the same, units for sale aside, another in one that may say anything else. */
  readonly lineage: object;
};
/** A new answer: one that may be kept, or one that may not be given to anyone else. */
export type Made = ForEverybody | Response;

/** Sends it as it is made. */
export const responseOf = (made: Made): Response =>
  'shown' in made ? new Response(made.bytes, { headers: [...made.headers] }) : made;
