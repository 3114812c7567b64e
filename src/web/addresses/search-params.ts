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
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  // A comma and a slash mean nothing there and read better as they are.
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
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
