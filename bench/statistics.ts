/** What many figures say together. */

/** The middle one; of an even number, the lower of the two. */
export const median = (values: Iterable<number>): number => percentile(values, 0.5);

/** The nearest rank, from 0 to 1: the least value that this share of all does not exceed, and never one made up in between. */
export function percentile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
