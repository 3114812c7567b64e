/**
 * Which part replaces which, followed from an old one to what is sold today. Who says so is the newer part, which lists
 * the numbers that it replaces; suppliers' lists are long and not free of contradictions, so nothing here trusts that
 * there is one way, or an end.
 */

/** A number and the one that came instead of it, each by a key of its own. */
export type Replacement = { readonly older: string; readonly newer: string };

export type Supersession = {
  /**
   * The ways from the part to what replaces it in the end, each from the next number to the last one: one way as a rule,
   * several where the part was divided, none where nothing replaces it.
   */
  readonly ways: readonly (readonly string[])[];
  /** Numbers that are said to replace one another, and the part itself, so that no one can tell the newest. */
  readonly circle: readonly string[];
  /** What the part replaces, the nearest first. */
  readonly replaces: readonly string[];
};

/**
 * Follows the replacements from one number in both directions. A circle has an end only where exactly one number of it is
 * still current: that one is taken for the newest.
 *
 * @param isCurrent whether a number is of a part that the shop sells and that its maker does not call replaced.
 */
export function followSupersession(
  start: string,
  replacements: readonly Replacement[],
  isCurrent: (key: string) => boolean,
): Supersession {
  const newer = neighbours(replacements.map(({ older, newer: to }) => [older, to]));
  const older = neighbours(replacements.map(({ older: to, newer: from }) => [from, to]));
  const known = new Map<string, Map<string, string>>();
  const beyondOf = (key: string) => {
    const reached = known.get(key) ?? reach(key, newer);
    known.set(key, reached);
    return reached;
  };
  const ahead = beyondOf(start);
  const ends = new Set<string>();
  const circle = new Set<string>();
  for (const key of [start, ...ahead.keys()]) {
    const beyond = [...beyondOf(key).keys()];
    // Whoever leads on to where there is no way back is no end.
    if (!beyond.every((other) => other === key || beyondOf(other).has(key))) continue;
    const members = new Set([key, ...beyond]);
    const current = [...members].filter(isCurrent);
    if (members.size === 1) ends.add(key);
    else if (current.length === 1) ends.add(current[0] ?? key);
    else for (const member of members) circle.add(member);
  }
  ends.delete(start);
  circle.delete(start);
  // Of a circle that was settled, the newest replaces the others, not they it.
  const isNewest = ends.size === 0 && circle.size === 0;
  const behind = [...reach(start, older).keys()].filter((key) => isNewest || !ahead.has(key));
  return {
    ways: [...ends].map((end) => wayTo(end, start, ahead)),
    circle: [...circle],
    replaces: behind.filter((key) => key !== start),
  };
}

type Neighbours = ReadonlyMap<string, readonly string[]>;

function neighbours(pairs: readonly (readonly [string, string])[]): Neighbours {
  const found = new Map<string, string[]>();
  for (const [from, to] of pairs) {
    if (from === to) continue;
    const known = found.get(from);
    if (known === undefined) found.set(from, [to]);
    else if (!known.includes(to)) known.push(to);
  }
  return found;
}

/** All that can be come to, nearest first, with the step before each; the start is among it where a way leads back. */
function reach(start: string, next: Neighbours): Map<string, string> {
  const found = new Map<string, string>();
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const to of next.get(at) ?? []) {
      if (found.has(to)) continue;
      found.set(to, at);
      if (to !== start) queue.push(to);
    }
  }
  return found;
}

/** The shortest way to a number that was reached, without the start. */
function wayTo(end: string, start: string, reached: ReadonlyMap<string, string>): string[] {
  const way: string[] = [];
  for (let at: string | undefined = end; at !== undefined && at !== start; at = reached.get(at)) {
    way.unshift(at);
  }
  return way;
}
