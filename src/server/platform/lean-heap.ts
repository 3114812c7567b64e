/** Keeps memory small while a lot of short-lived data goes by. */
import { setFlagsFromString } from 'node:v8';

/**
 * How far V8 lets its heap grow beyond what was in use after the last collection. By itself it takes several times as much
 * before it collects, which for a million rows that are garbage as soon as they are kept is some hundred megabytes.
 */
const GROWTH_PERCENT = 30;
/** V8's own judgement. */
const UNTOLD = 0;

let working = 0;

/** Does work of which nothing stays: collections come early until it is done. */
export async function withLeanHeap<T>(work: () => Promise<T>): Promise<T> {
  working += 1;
  if (working === 1) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  try {
    return await work();
  } finally {
    working -= 1;
    if (working === 0) setFlagsFromString(`--heap-growing-percent=${UNTOLD}`);
  }
}
