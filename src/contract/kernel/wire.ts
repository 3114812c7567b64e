/** How a client's input is written into an address, the same for every client. */

/**
 * A query's fields as name and text, a list as one pair per value. What is undefined is left out.
 */
export function queryPairs(query: object): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) pairs.push([name, String(one)]);
    }
  }
  return pairs;
}

/**
 * A path parameter's text; null for one that no address can hold: without any text its segment would be missing, and
 * `.` and `..` mean another address.
 */
export function pathText(value: unknown): string | null {
  const text = String(value);
  return text === '' || text === '.' || text === '..' ? null : text;
}
