/**
 * What browsers were given so often will be given to them again: its bytes are worth more work, behind the scenes, one answer after
 * the other, so that requests have the processor, too.
 */
import type { Entry, KeptEntries } from './kept-entries.ts';

const AT_HITS = 3;
/** One whose stock moves will be another soon. */
const AT_HITS_WHERE_STOCK_MOVES = 30;
/** Where one that was given other numbers begins to count. */
export const BROTLI_HITS_WHERE_STOCK_MOVES = AT_HITS - AT_HITS_WHERE_STOCK_MOVES;

/** Answers how to tell that an answer was given to one who reads brotli. */
export function squeezing(entries: KeptEntries): (address: string, entry: Entry) => void {
  let last = Promise.resolve();

  function squeeze(address: string, entry: Entry): void {
    last = last
      .then(() => (entries.at(address) === entry ? entry.variants.squeeze() : undefined))
      .then(() => entries.takeRoom(address, entry))
      // What there is will do.
      .catch(() => {});
  }

  return (address, entry) => {
    entry.brotliHits += 1;
    if (entry.brotliHits === AT_HITS) squeeze(address, entry);
  };
}
