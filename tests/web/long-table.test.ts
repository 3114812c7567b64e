/** A long table as it is before any script runs: what is there, and what keeps the place of the rest. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Column, Table } from '#web/ui/table.tsx';

type Row = { readonly id: number };
const COLUMNS: readonly Column<Row>[] = [
  { key: 'id', head: 'Id', rowHeader: true, cell: ({ id }) => `row ${id}` },
  { key: 'twice', head: 'Twice', cell: ({ id }) => 2 * id },
];

function drawn(rowCount: number, made: { cells: number } = { cells: 0 }): string {
  const counted = COLUMNS.map((column) => ({
    ...column,
    cell: (row: Row, index: number, isChosen: boolean) => {
      made.cells += 1;
      return column.cell(row, index, isChosen);
    },
  }));
  return renderToStaticMarkup(
    createElement(Table<Row>, {
      caption: 'Rows',
      columns: counted,
      rows: Array.from({ length: rowCount }, (_, id) => ({ id })),
      rowKey: ({ id }) => id,
    }),
  );
}

const countOf = (html: string, part: RegExp) => html.match(part)?.length ?? 0;

test('a table of 60 rows has all of them, and needs to say nothing of others', () => {
  const html = drawn(60);
  expect(countOf(html, /row \d+</g)).toBe(60);
  expect(html).not.toContain('aria-rowcount');
  expect(html).not.toContain('aria-hidden');
});

test('a table of 1,000 rows draws 20 of them, says how many there are, and keeps the place of the others', () => {
  const made = { cells: 0 };
  const html = drawn(1_000, made);
  expect(made.cells).toBe(2 * 20);
  expect(html).toContain('aria-rowcount="1001"');
  expect([...html.matchAll(/aria-rowindex="(\d+)"/g)].map(([, at]) => Number(at))).toEqual(
    // The head is the first.
    Array.from({ length: 21 }, (_, at) => at + 1),
  );
  const gaps = [...html.matchAll(/height:(\d+)px/g)].map(([, height]) => Number(height));
  expect(gaps).toEqual(Array.from({ length: 98 }, () => 10 * 52));
});

test('the last stretch of a long table is as long as the rows that are left', () => {
  const gaps = [...drawn(65).matchAll(/height:(\d+)px/g)].map(([, height]) => Number(height));
  expect(gaps).toEqual([10 * 52, 10 * 52, 10 * 52, 10 * 52, 5 * 52]);
});
