import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { readTogether } from '#server/platform/db/read-together.ts';

type Row = { readonly id: string; readonly word: string };

/** A table that may change, and what is read of it. */
function openTable(...words: string[]) {
  const table = new Map(words.map((word) => [word, word]));
  const read = vi.fn(
    async (ids: readonly string[]): Promise<Row[]> =>
      // In another order than they are asked for.
      [...ids].reverse().flatMap((id) => {
        const word = table.get(id);
        return word === undefined ? [] : [{ id, word }];
      }),
  );
  return { table, read, find: readTogether<Row>(read, ({ id }) => id) };
}

it('reads at once what is asked for in one turn, and gives everyone their own', async () => {
  const { read, find } = openTable('brake', 'clutch');
  const later = Promise.resolve().then(() => find('clutch'));
  const behindTick = new Promise<unknown>((resolve) => process.nextTick(() => resolve(find('brake'))));
  const found = await Promise.all([find('brake'), find('unknown'), later, behindTick]);
  expect(found).toEqual([
    { id: 'brake', word: 'brake' },
    undefined,
    { id: 'clutch', word: 'clutch' },
    { id: 'brake', word: 'brake' },
  ]);
  expect(read.mock.calls.map(([ids]) => [...ids].sort())).toEqual([['brake', 'clutch', 'unknown']]);
});

it('keeps nothing: what is asked for later is read later', async () => {
  const { table, read, find } = openTable('brake');
  const first = find('brake');
  await nextTurn();
  // The first read is on its way and may have seen the row as it was.
  table.set('brake', 'changed');
  expect(await find('brake')).toEqual({ id: 'brake', word: 'changed' });
  expect(await first).toEqual({ id: 'brake', word: 'brake' });
  expect(read).toHaveBeenCalledTimes(2);
});

it('fails for all who asked together, and for nobody after them', async () => {
  const { read, find } = openTable('brake', 'clutch');
  read.mockRejectedValueOnce(new Error('out of reach'));
  const heard = await Promise.allSettled([find('brake'), find('clutch')]);
  expect(heard.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    'Error: out of reach',
    'Error: out of reach',
  ]);
  expect(await find('clutch')).toEqual({ id: 'clutch', word: 'clutch' });
});

it('reads more than a hundred in several', async () => {
  const ids = Array.from({ length: 250 }, (_, at) => `part ${at}`);
  const { read, find } = openTable(...ids);
  const found = await Promise.all(ids.map(find));
  expect(found.map((row) => row?.id)).toEqual(ids);
  expect(read.mock.calls.map(([asked]) => asked.length)).toEqual([100, 100, 50]);
});
