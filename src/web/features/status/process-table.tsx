/** The processes of the shop: which are alive, of which version, since when. */
import type { ProcessBody } from '#contract/status.ts';
import { useLocale } from '#web/ui/locale.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Moment } from '#web/ui/numbers.tsx';
import { Status } from '#web/ui/status.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { PROCESS_STATES, sizeText } from './words.ts';

const COLUMNS: readonly Column<ProcessBody>[] = [
  { key: 'name', head: 'Process', rowHeader: true, cell: ({ host, pid }) => `${host}, ${pid}` },
  {
    key: 'state',
    head: 'State',
    cell: ({ state }) => <Status tone={PROCESS_STATES[state].tone}>{PROCESS_STATES[state].word}</Status>,
  },
  { key: 'version', head: 'Version', cell: ({ version }) => version },
  { key: 'since', head: 'Since', cell: ({ startedAt }) => <Moment at={startedAt} time /> },
  { key: 'beat', head: 'Heard of', hideOnPhone: true, cell: ({ beatAt }) => <Moment at={beatAt} time /> },
  { key: 'memory', head: 'Memory', align: 'end', cell: ({ memoryBytes }) => <Size bytes={memoryBytes} /> },
  {
    key: 'connections',
    head: 'Connections',
    align: 'end',
    hideOnPhone: true,
    cell: ({ connections: { used, idle, waiting } }) =>
      `${used} of ${used + idle}${waiting > 0 ? `, ${waiting} wait` : ''}`,
  },
  {
    key: 'delay',
    head: 'Busy',
    align: 'end',
    hideOnPhone: true,
    cell: ({ eventLoopDelayMs }) => `${Math.round(eventLoopDelayMs)} ms`,
  },
];

export function ProcessTable({ processes }: { readonly processes: readonly ProcessBody[] | undefined }) {
  return (
    <Table
      caption="Processes"
      columns={COLUMNS}
      rows={processes}
      rowKey={({ host, pid, startedAt }) => `${host} ${pid} ${startedAt}`}
      skeletonRows={2}
      empty={
        <EmptyState title="No process has given a sign of life">They do so every ten seconds.</EmptyState>
      }
    />
  );
}

/** So many bytes, as people say it. */
export function Size({ bytes }: { readonly bytes: number }) {
  return <>{sizeText(bytes, useLocale())}</>;
}
