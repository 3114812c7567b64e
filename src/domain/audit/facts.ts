/** Old and new values, as the audit log keeps them. */

export type Fact = string | number | boolean | null;
/** Values by their names. No secrets, and of people no more than what the act is about. */
export type Facts = Readonly<Record<string, Fact>>;

/** What differs between two states of a thing: its old values, and its new ones. A value that is missing is no value. */
export function changedFacts(before: Facts, after: Facts): { readonly before: Facts; readonly after: Facts } {
  const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  const only = (facts: Facts): Facts =>
    Object.fromEntries(changed.flatMap((name) => (name in facts ? [[name, facts[name] ?? null]] : [])));
  return { before: only(before), after: only(after) };
}

const MAX_CHARACTERS = 1_000;

/** The same facts with long texts cut, so that a page of the log stays one. */
export function keepable(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'string' && fact.length > MAX_CHARACTERS
        ? `${[...fact].slice(0, MAX_CHARACTERS - 1).join('')}…`
        : fact,
    ]),
  );
}
