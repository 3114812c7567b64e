/** All errors of an import, a page after the other. */

import type { CsvRow } from '#server/platform/csv-bytes.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { errorsAfter } from '../import/import-row-store.ts';

const PAGE_ROWS = 5_000;

export async function* errorRows(db: Querier, importId: string): AsyncGenerator<readonly CsvRow[]> {
  for (let after = { line: -1, id: 0 }; ; ) {
    const errors = await errorsAfter(db, importId, after, PAGE_ROWS);
    yield errors.map(({ line, column, message, value = '' }) => ({
      line,
      column,
      message,
      value,
    }));
    const last = errors.at(-1);
    if (last === undefined || errors.length < PAGE_ROWS) return;
    after = { line: last.line, id: last.id };
  }
}
