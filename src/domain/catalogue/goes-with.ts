/** Parts that are changed together: which places on a vehicle are the same, and which vehicles to look at. */

/** Words of positions that exclude each other; those on one side of a line mean the same place. */
const OPPOSITES: readonly (readonly (readonly string[])[])[] = [
  [
    ['front', 'steer'],
    ['rear', 'drive'],
  ],
  [['left'], ['right']],
  [['upper'], ['lower']],
  [['before'], ['after']],
  [['driver'], ['passenger']],
  [['brake'], ['clutch'], ['throttle'], ['parking']],
];

/**
 * The words that make a position another place than these: of a part for the "front axle left" they are "rear", "drive"
 * and "right". A part that sits on both sides of something rules neither out, and one without a position nothing.
 */
export function wordsElsewhere(positions: readonly string[]): string[] {
  const own = new Set(positions.flatMap((position) => position.toLowerCase().match(/[a-z]+/g) ?? []));
  return OPPOSITES.flatMap((sides) => {
    const here = sides.filter((words) => words.some((word) => own.has(word)));
    return here.length === 1 ? sides.filter((words) => !here.includes(words)).flat() : [];
  });
}

/** At most so many of these, evenly from the first to the last; all of them where there are no more. */
export function spreadOver<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  const step = (items.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, place) => items[Math.round(place * step)]).filter(
    (item) => item !== undefined,
  );
}
