/**
 * Rows by their keys, of which those that are asked for at once are read by one statement. It is for what almost every call
 * asks; a statement for each would cost the process more than the reading costs the database.
 */
import DataLoader from 'dataloader';

const MOST_AT_ONCE = 100;

/**
 * Gathers the keys that are asked for within one turn of the event loop. Nothing is kept: whoever asks is answered from what
 * was read after they asked. All who were gathered share what the read fails with, so give it only keys that it can't fail for.
 *
 * @param read answers the rows that there are, in any order
 * @param keyOf a row's key, written as it is asked for
 */
export function readTogether<Row>(
  read: (keys: readonly string[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): (key: string) => Promise<Row | undefined> {
  const loader = new DataLoader<string, Row | undefined>(
    async (keys) => {
      const rows = await read([...new Set(keys)]);
      const byKey = new Map(rows.map((row) => [keyOf(row), row]));
      return keys.map((key) => byKey.get(key));
    },
    // Behind all that has come in by now, which is where a busy process has its other callers.
    { cache: false, maxBatchSize: MOST_AT_ONCE, batchScheduleFn: (send) => void setImmediate(send) },
  );
  return (key) => loader.load(key);
}
