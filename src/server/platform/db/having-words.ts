/** Words that somebody looks for in texts of the database, whatever their case and the marks on their letters. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import { inTransaction } from './transaction.ts';

/** More words than these are not looked for: each costs, and hardly anybody types as many. */
const MAX_WORDS = 8;

/** The words of what was typed, eight at most; none where nothing was. */
export function typedWords(typed: string | undefined): readonly string[] {
  // A letter and its mark as one sign, which is how names are kept.
  const words = (typed ?? '').normalize('NFC').split(/\s+/u);
  return words.filter((word) => word !== '').slice(0, MAX_WORDS);
}

/**
 * The condition that a text has a word somewhere; nothing in the word is a wildcard.
 *
 * @param folded `folded_words(…)`, written as the text's index has it
 */
export function hasWord(folded: RawBuilder<string>, word: string): RawBuilder<boolean> {
  return sql<boolean>`${folded} LIKE having_word(${word})`;
}

/**
 * Asks with a plan for these very values. Everywhere else a plan is made once, for any: of words it would go through the
 * index for one that is in every row, which takes seconds where the newest rows would do.
 */
export function plannedForValues<T>(db: Db, ask: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const planning = sql`SET LOCAL plan_cache_mode = force_custom_plan`.execute(tx);
    const [, answer] = await Promise.all([planning, ask(tx)]);
    return answer;
  });
}
