/** What many ratings come to. */

export type Rating = {
  readonly count: number;
  /** 1 to 5, rounded to two decimals; null where nobody rated. */
  readonly average: number | null;
  readonly counts: number[];
};

/** From how many gave one, two, three, four and five. */
export function ratingOf(counts: readonly number[]): Rating {
  const count = counts.reduce((sum, of) => sum + of, 0);
  const sum = counts.reduce((total, of, place) => total + of * (place + 1), 0);
  return { count, average: count === 0 ? null : Math.round((sum / count) * 100) / 100, counts: [...counts] };
}
