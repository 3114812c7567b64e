/** Kept answers by their addresses, and the room that they take. */
import type { KeptAnswer } from './kept-answer.ts';
import type { Kept } from './made-answer.ts';

/** Counts that are a minute old, and whatever depends on the time of day, are made anew after so long. */
const KEPT_MS = 60_000;
/** A larger answer is not worth the room. */
const MAX_ANSWER_BYTES = 1_000_000;
/** What an entry costs beside its bytes and its address, about, and for each part that it shows. */
const OVERHEAD_BYTES = 2_000;
const OVERHEAD_OF_PART_BYTES = 500;

export type Entry = {
  readonly made: Kept;
  readonly kept: KeptAnswer;
  /** When it was made, by the cache's clock: of what was counted before it may know better. */
  readonly madeByMs: number;
  /** Units for sale that have changed since, of parts that it shows. */
  readonly moved: Map<number, number>;
  wasUsed: boolean;
  /** How often it was given in brotli, which is what browsers take, from below zero where its stock has moved. */
  brotliHits: number;
  /** What it was last counted as; 0 where it isn't kept. */
  countedBytes: number;
};

export type KeptEntries = {
  /** What is kept at an address, however old. */
  at(address: string): Entry | undefined;
  all(): Iterable<[address: string, entry: Entry]>;
  isYoung(entry: Entry): boolean;
  /** Keeps it in the place of what was there, which is where the oldest of others stand in front of it. */
  put(address: string, entry: Entry): void;
  drop(address: string, entry: Entry): void;
  /** Counts what it takes by now, its variants being made at any time, and makes room for it. */
  takeRoom(address: string, entry: Entry): void;
  /**
   * Whether an answer is worth its room. Where all of it is taken, only one that was asked for before is: pages that nobody
   * comes back to, as machines ask for them one after the other, would drive out what people read.
   */
  isWorthRoom(address: string, entry: Entry, wasAskedFor: boolean): boolean;
  /** Drops what is too old. */
  dropOld(): void;
  figures(): { entries: number; bytes: number };
};

/** @param maxBytes room for all of them together */
export function keptEntries(maxBytes: number, nowMs: () => number): KeptEntries {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const sizeOf = (address: string, { kept, made: { shown } }: Entry): number =>
    kept.byteLength() +
    address.length +
    OVERHEAD_BYTES +
    (shown === 'anything' ? 0 : shown.partIds.length * OVERHEAD_OF_PART_BYTES);

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

  const isYoung = ({ made }: Entry): boolean => nowMs() - made.sinceMs <= KEPT_MS;

  return {
    at: (address) => entries.get(address),
    all: () => entries,
    isYoung,
    put(address, entry) {
      const before = entries.get(address);
      entries.set(address, entry);
      if (before !== undefined) count(address, before);
      takeRoom(address, entry);
    },
    drop,
    takeRoom,
    isWorthRoom: (address, entry, wasAskedFor) =>
      entry.kept.byteLength() <= Math.min(MAX_ANSWER_BYTES, maxBytes) &&
      (wasAskedFor || bytes + sizeOf(address, entry) <= maxBytes),
    dropOld() {
      // Those at the front are the oldest, more or less.
      for (const [address, entry] of entries) {
        if (isYoung(entry)) return;
        drop(address, entry);
      }
    },
    figures: () => ({ entries: entries.size, bytes }),
  };
}
