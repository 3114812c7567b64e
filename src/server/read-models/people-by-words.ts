/** Who is meant by words: those whose name or email has each of them somewhere. */
import { type RawBuilder, sql } from 'kysely';
import { hasWord } from '#server/platform/db/having-words.ts';

/** As the index `shop_user_by_words` has it. */
const WORDS = sql<string>`folded_words(display_name || E'\\n' || email)`;

/** The condition on `shop_user`, for at least one word. */
export const personHasWords = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map((word) => hasWord(WORDS, word)),
    sql` AND `,
  )})`;
