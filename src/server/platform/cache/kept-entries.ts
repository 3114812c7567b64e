/** Kept answers by their addresses, and the room that they take. */
import type { ForEverybody, Kept } from './made-answer.ts';
import { type Variants, variantsOf } from './variants.ts';

/** Counts that are a minute old, and whatever depends on the time of day, are in doubt after so long. */
const SURE_MS = 60_000;
/** A larger answer is not worth the room. */
const MAX_ANSWER_BYTES = 1_000_000;
/** What an entry costs beside its bytes and its address, about, and for each part that it shows. */
const OVERHEAD_BYTES = 2_000;
const OVERHEAD_OF_PART_BYTES = 500;
/** What a page notes of the calls that it was made from, about. */
const OVERHEAD_OF_CALLS_BYTES = 2_000;
/** So many are looked at for room: were it all of them, whoever reads the whole catalogue would cost a quarter more. */
const LOOKED_AT = 100;

export type Entry = {
  answer: Kept;
  readonly variants: Variants;
  /** When it was made or found to be true, by the cache's clock: of what was counted before it may know better. */
  madeByMs: number;
  /** Units for sale that have changed since, of parts that it shows. */
  readonly moved: Map<number, number>;
  /** Whether something that it shows has changed, units for sale aside: whoever asks next sees whether it is the same even so. */
  isTouched: boolean;
  wasUsed: boolean;
  /** How often it was given to one who reads brotli, as browsers do, from below zero where its stock has moved. */
  brotliHits: number;
  /** What it was last counted as; 0 where it isn't kept. */
  countedBytes: number;
};

/** As it is when it has just been made. */
export const newEntry = (
  { sinceMs, lineage = {}, ...made }: ForEverybody & Partial<Pick<Kept, 'lineage'>>,
  atMs: number,
): Entry => ({
  answer: { ...made, sinceMs: sinceMs ?? atMs, lineage },
  madeByMs: atMs,
  variants: variantsOf(made),
  moved: new Map(),
  isTouched: false,
  wasUsed: false,
  brotliHits: 0,
  countedBytes: 0,
});

export type KeptEntries = {
  /** What is kept at an address, in doubt or not. */
  at(address: string): Entry | undefined;
  all(): Iterable<[address: string, entry: Entry]>;
  /** Whether it may be given as it is: nothing that it shows has changed, as far as is known, and it is not old. */
  isSure(entry: Entry): boolean;
  /** Keeps it in the place of what was there, in the same turn. */
  replace(address: string, entry: Entry): void;
  /**
   * Keeps it as the youngest, where it is worth its room. Where all of that is taken, it gets that of what is in doubt, and only one
   * that was asked for before takes that of others: pages that nobody comes back to, as machines ask for them one after the
   * other, would drive out what people read.
   */
  keep(address: string, entry: Entry, wasAskedFor: boolean): void;
  /** What is kept is true, though it was in doubt. What it shows, and what it is made from, may be others than before. */
  renew(address: string, entry: Entry, as: Pick<Kept, 'sinceMs' | 'shown' | 'confirm'>): void;
  drop(address: string, entry: Entry): void;
  dropAt(address: string): void;
  /** Counts what it takes by now, its variants being made at any time, and makes room for it. */
  takeRoom(address: string, entry: Entry): void;
  figures(): { entries: number; bytes: number };
};

/** @param maxBytes room for all of them together */
export function keptEntries(maxBytes: number, nowMs: () => number): KeptEntries {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const sizeOf = (address: string, { variants, answer: { shown, confirm } }: Entry): number =>
    variants.byteLength() +
    address.length +
    OVERHEAD_BYTES +
    (confirm === undefined ? 0 : OVERHEAD_OF_CALLS_BYTES) +
    (shown === 'anything' ? 0 : (shown.partIds.length + shown.named.length) * OVERHEAD_OF_PART_BYTES);

  function count(address: string, entry: Entry): void {
    const size = entries.get(address) === entry ? sizeOf(address, entry) : 0;
    bytes += size - entry.countedBytes;
    entry.countedBytes = size;
  }

  function drop(address: string, entry: Entry): void {
    if (entries.get(address) === entry) entries.delete(address);
    count(address, entry);
  }

  /** The oldest go first, but those that were asked for since they were last looked at get another turn. */
  function makeRoom(): void {
    for (const [address, entry] of entries) {
      if (bytes <= maxBytes) return;
      if (entry.wasUsed) {
        entry.wasUsed = false;
        entries.delete(address);
        entries.set(address, entry);
      } else drop(address, entry);
    }
  }

  function takeRoom(address: string, entry: Entry): void {
    count(address, entry);
    makeRoom();
  }

  const isSureAt = ({ answer, isTouched }: Entry, atMs: number): boolean =>
    !isTouched && atMs - answer.sinceMs <= SURE_MS;

  /**
   * Makes room for so many bytes by dropping what is in doubt; nothing, where that is not enough among the first. These were kept
   * longest ago, so what is in doubt by its age is mostly there; what a change has touched further behind will be.
   */
  function takeFromDoubtful(neededBytes: number): boolean {
    let missingBytes = bytes + neededBytes - maxBytes;
    if (missingBytes <= 0) return true;
    const atMs = nowMs();
    const doubtful: [address: string, entry: Entry][] = [];
    for (const [address, entry] of entries.entries().take(LOOKED_AT)) {
      if (isSureAt(entry, atMs)) continue;
      doubtful.push([address, entry]);
      missingBytes -= entry.countedBytes;
      if (missingBytes <= 0) break;
    }
    if (missingBytes > 0) return false;
    for (const [address, entry] of doubtful) drop(address, entry);
    return true;
  }

  function dropAt(address: string): void {
    const entry = entries.get(address);
    if (entry !== undefined) drop(address, entry);
  }

  function append(address: string, entry: Entry): void {
    entries.set(address, entry);
    takeRoom(address, entry);
  }

  return {
    at: (address) => entries.get(address),
    all: () => entries,
    isSure: (entry) => isSureAt(entry, nowMs()),
    replace(address, entry) {
      const before = entries.get(address);
      entries.set(address, entry);
      if (before !== undefined) count(address, before);
      takeRoom(address, entry);
    },
    keep(address, entry, wasAskedFor) {
      dropAt(address);
      if (entry.variants.byteLength() > Math.min(MAX_ANSWER_BYTES, maxBytes)) return;
      if (takeFromDoubtful(sizeOf(address, entry)) || wasAskedFor) append(address, entry);
    },
    renew(address, entry, { sinceMs, shown, confirm }) {
      entry.answer = { ...entry.answer, sinceMs, shown, confirm };
      entry.madeByMs = nowMs();
      entry.isTouched = false;
      drop(address, entry);
      append(address, entry);
    },
    drop,
    dropAt,
    takeRoom,
    figures: () => ({ entries: entries.size, bytes }),
  };
}
