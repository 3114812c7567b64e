/** Attributes that a list of parts is narrowed to, each chosen by texts such as "diameter=320" and "diameter=300..330". */

/** A list is counted once more for each attribute that is narrowed to; no part type has more than seven. */
export const MAX_CHOSEN_ATTRIBUTES = 8;

/** The attribute that such a text is about. */
export const attributeKeyOf = (choice: string): string => choice.slice(0, choice.indexOf('='));

/** The choices among the first so many attributes; several choices in one count once. */
export function withinChosenAttributes(choices: readonly string[]): string[] {
  const keys = new Set([...new Set(choices.map(attributeKeyOf))].slice(0, MAX_CHOSEN_ATTRIBUTES));
  return choices.filter((choice) => keys.has(attributeKeyOf(choice)));
}
