/** What owners look for in a list, as the address of the list has it. */
import { searchText } from './search-params.ts';

/** Characters of the longest words that are looked for. */
export const MAX_SOUGHT_LENGTH = 200;

/** The words, or undefined where the address has none that could be looked for. */
export const soughtWords = (value: unknown): string | undefined => wholeSearchText(value, MAX_SOUGHT_LENGTH);

/** As `searchText`, but undefined also for a text that is longer: what would be cut off may be what it says. */
export function wholeSearchText(value: unknown, maxLength: number): string | undefined {
  const text = searchText(value, maxLength + 1);
  return text === undefined || text.length > maxLength ? undefined : text;
}
