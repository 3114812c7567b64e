/** A reproducible source of chance: the same seed gives the same values on every machine. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number, both ends included. */
  int(min: number, max: number): number;
  /** A multiple of `step` between both ends, which are included. */
  stepped(min: number, max: number, step: number): number;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** One of the items, all equally likely. @throws on an empty list */
  pick<T>(items: readonly T[]): T;
  /** A new list in another order. */
  shuffled<T>(items: readonly T[]): T[];
}

/** Four 32-bit words from a text (xmur3). */
function wordsOf(text: string): () => number {
  let hash = 1779033703 ^ text.length;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  return () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
    hash ^= hash >>> 16;
    return hash >>> 0;
  };
}

/** Chance from a seed text (sfc32). Give every independent thing its own text, so that adding one leaves the others as they are. */
export function randomFrom(seed: string): Random {
  const word = wordsOf(seed);
  let a = word();
  let b = word();
  let c = word();
  let d = word();
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error(`Nothing to pick from (${seed}).`);
    return items[int(0, items.length - 1)] as T;
  };
  return {
    next,
    int,
    pick,
    stepped: (min, max, step) => roundTo(min + step * int(0, Math.floor((max - min) / step + 1e-9)), step),
    chance: (probability) => next() < probability,
    shuffled: (items) => {
      const order = items.map((item) => ({ item, at: next() }));
      order.sort((x, y) => x.at - y.at);
      return order.map(({ item }) => item);
    },
  };
}

/** To the nearest multiple of `step`, without the crumbs of binary fractions (0.30000000000000004). */
export function roundTo(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(4));
}
