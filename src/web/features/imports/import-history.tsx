/** The newest imports. */
import { Link } from '@tanstack/react-router';
import type { ImportBody } from '#contract/imports.ts';
import { EmptyState } from '#web/ui/notices.tsx';
import { Moment, Quantity } from '#web/ui/numbers.tsx';
import { Status } from '#web/ui/status.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { fileIs, stateOf } from './words.ts';

const COLUMNS: readonly Column<ImportBody>[] = [
  {
    key: 'file',
    head: 'File',
    rowHeader: true,
    cell: ({ id, fileName }) => (
      <Link to="/dashboard/importExport" search={{ import: id }}>
        {fileName}
      </Link>
    ),
  },
  { key: 'is', head: 'What it is', cell: fileIs },
  {
    key: 'state',
    head: 'State',
    cell: (run) => {
      const { tone, word } = stateOf(run);
      return <Status tone={tone}>{word}</Status>;
    },
  },
  { key: 'rows', head: 'Rows', align: 'end', cell: ({ rows }) => <Quantity value={rows} /> },
  {
    key: 'new',
    head: 'New',
    align: 'end',
    hideOnPhone: true,
    cell: ({ inserted }) => <Quantity value={inserted} />,
  },
  {
    key: 'changed',
    head: 'Changed',
    align: 'end',
    hideOnPhone: true,
    cell: ({ updated }) => <Quantity value={updated} />,
  },
  { key: 'by', head: 'By', hideOnPhone: true, cell: ({ by }) => by ?? 'On the server' },
  { key: 'at', head: 'When', align: 'end', cell: ({ createdAt }) => <Moment at={createdAt} time /> },
];

export function ImportHistory({ runs }: { readonly runs: readonly ImportBody[] | undefined }) {
  return (
    <Table
      caption="Newest imports"
      columns={COLUMNS}
      rows={runs}
      rowKey={({ id }) => id}
      skeletonRows={3}
      empty={
        <EmptyState title="Nothing was imported yet">
          The samples above show what a file looks like. A dry run of one changes nothing.
        </EmptyState>
      }
    />
  );
}
