/** What can be taken out of the shop, and files to begin with. */
import { Download } from 'lucide-react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import styles from './export-list.module.css';
import { useDownload } from './queries.ts';
import { KINDS } from './words.ts';

type Kind = (typeof KINDS)[number];

export function ExportList() {
  const download = useDownload();
  const columns: readonly Column<Kind>[] = [
    { key: 'name', head: 'File', rowHeader: true, cell: ({ name }) => name },
    { key: 'holds', head: 'Holds', cell: ({ holds }) => holds },
    {
      key: 'sample',
      head: 'Sample',
      cell: ({ kind }) => (
        <a href={`/samples/${kind}.csv`} download>
          {kind}.csv
        </a>
      ),
    },
    {
      key: 'export',
      head: 'Export',
      align: 'end',
      cell: ({ kind, name, formats }) => (
        <span className={styles.formats}>
          {formats.map((format) => (
            <Button
              key={format}
              size="small"
              disabled={download.isPending}
              aria-label={`Export ${name} as ${format.toUpperCase()}`}
              onClick={() => download.mutate({ what: 'export', kind, format })}
            >
              <Download className="icon" aria-hidden="true" />
              {format.toUpperCase()}
            </Button>
          ))}
        </span>
      ),
    },
  ];
  return (
    <>
      {download.isError && <ErrorNotice problem={problemOf(download.error) ?? undefined} />}
      <Table
        caption="Files to export, and samples"
        columns={columns}
        rows={KINDS}
        rowKey={({ kind }) => kind}
      />
    </>
  );
}
