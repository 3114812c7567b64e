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

/**
 * The address of a call: an operation's path with its parameters in it, and its query. Null where a parameter is one that no
 * address can hold.
 */
export function addressOf(
  operationPath: string,
  { params, query }: { readonly params?: Readonly<Record<string, unknown>>; readonly query?: object },
): string | null {
  let isWhole = true;
  const path = operationPath.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = pathText(params?.[name]);
    if (text === null) isWhole = false;
    return encoded(text ?? '');
  });
  if (!isWhole) return null;
  const search = queryPairs(query ?? {}).map(([name, text]) => `${encoded(name)}=${encoded(text)}`);
  return search.length === 0 ? path : `${path}?${search.join('&')}`;
}

/**
 * As browsers send it, so that what they ask for and what is asked for within the shop is one address. A lone half of a character
 * has no place in one; it names nothing that exists.
 */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replaceAll("'", '%27');
