/**
 * The part of an address behind `?`, as plain text: `?q=34+11` is the text "34 11" and nothing is read as a number, so
 * that addresses are the same whether a link, a form without script or the router made them.
 */

/** Reads a query string; of a name that stands twice the last counts. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes a query string with its `?`; what is undefined or empty is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  let text = '';
  for (const name of Object.keys(search)) {
    const value = search[name];
    if (value === undefined || value === null || value === '') continue;
    text += `${text === '' ? '?' : '&'}${written(name)}=${written(String(value))}`;
  }
  return text;
}

/** What addresses write as it is. A list has two hundred links, and most of what they say is of these alone. */
const PLAIN = /^[\w.*-]*$/;

/** As a form without script writes it, but for commas and slashes: they mean nothing there and read better as they are. */
function written(text: string): string {
  if (PLAIN.test(text)) return text;
  return new URLSearchParams([['', text]]).toString().slice(1).replaceAll('%2C', ',').replaceAll('%2F', '/');
}

// Control characters and halves of characters: nothing is named by them, and the API refuses them.
const UNSEARCHABLE = /[\p{Cc}\p{Cs}]+/gu;

/** A text of at most `maxLength` characters from a query string, or undefined when there is none. */
export function searchText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, maxLength).replace(UNSEARCHABLE, ' ').trim();
  return text === '' ? undefined : text;
}

/** One of the given words from a query string, or undefined. */
export function searchWord<const Word extends string>(
  value: unknown,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === value);
}
