/** Answers in which nothing but numbers of units for sale has changed: these are noted, and given to who asks for the answer next. */
import { type Entry, newEntry } from './kept-entries.ts';
import type { StockMoved } from './shown.ts';
import { BROTLI_HITS_WHERE_STOCK_MOVES } from './squeezing.ts';

/** Notes other numbers; false where the answer can't be given them, or may know better. */
export function noteMoved(entry: Entry, { counted }: StockMoved): boolean {
  const { shown, restock } = entry.answer;
  if (restock === undefined || shown === 'anything') return false;
  if (counted === undefined || counted.fromMs < entry.madeByMs) return false;
  for (const partId of shown.partIds) {
    const units = counted.units.get(partId);
    if (units !== undefined) entry.moved.set(partId, units);
  }
  return true;
}

/** The answer with the numbers that were noted; undefined where it has to be made anew. */
export function restocked({ answer, moved, madeByMs, isTouched, wasUsed }: Entry): Entry | undefined {
  const numbers = answer.restock?.(moved);
  return (
    numbers && {
      ...newEntry({ ...answer, ...numbers }, madeByMs),
      ...{ isTouched, wasUsed },
      brotliHits: BROTLI_HITS_WHERE_STOCK_MOVES,
    }
  );
}
