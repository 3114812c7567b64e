/** A list that goes on behind a moment and an id, read whole without holding all of it. */
import type { MomentCursor } from '#domain/paging.ts';

const BATCH_ROWS = 1_000;

/** All rows of such a list, some at a time; the last batch may be empty. */
export async function* batchesByMoment<Row>(
  read: (page: {
    readonly limit: number;
    readonly after: MomentCursor | undefined;
  }) => Promise<readonly Row[]>,
  placeOf: (row: Row) => { readonly moment: Date; readonly id: string },
): AsyncGenerator<readonly Row[]> {
  for (let after: MomentCursor | undefined; ; ) {
    const rows = await read({ limit: BATCH_ROWS, after });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_ROWS) return;
    const { moment, id } = placeOf(last);
    after = { moment: moment.toISOString(), id };
  }
}
