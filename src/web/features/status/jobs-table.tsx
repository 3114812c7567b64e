/** What is to be done behind the pages: how much waits, how long, and what has failed. */
import type { JobsBody } from '#contract/status.ts';
import { Button } from '#web/ui/button.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { Status } from '#web/ui/status.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import styles from './jobs-table.module.css';
import { jobName, spanText } from './words.ts';

export type JobsTableProps = {
  readonly jobs: readonly JobsBody[] | undefined;
  /** The kind whose failed jobs are being tried again. */
  readonly busyJob: string | undefined;
  readonly onRetry: (job: string) => void;
};

export function JobsTable({ jobs, ...rest }: JobsTableProps) {
  return <Table caption="Jobs" columns={columnsWith(rest)} rows={jobs} rowKey={({ job }) => job} />;
}

function columnsWith({ busyJob, onRetry }: Omit<JobsTableProps, 'jobs'>): readonly Column<JobsBody>[] {
  return [
    {
      key: 'job',
      head: 'Job',
      rowHeader: true,
      cell: ({ job, failed, lastFailure }) => (
        <>
          {jobName(job)}
          {failed > 0 && lastFailure !== null && <small className={styles.reason}>{lastFailure}</small>}
        </>
      ),
    },
    {
      key: 'waiting',
      head: 'Waiting',
      align: 'end',
      cell: ({ waiting, oldestDueSeconds }) => (
        <>
          <Quantity value={waiting} />
          {waiting > 0 && ` for ${spanText(oldestDueSeconds)}`}
        </>
      ),
    },
    {
      key: 'active',
      head: 'Under way',
      align: 'end',
      hideOnPhone: true,
      cell: ({ active }) => <Quantity value={active} />,
    },
    {
      key: 'retrying',
      head: 'Tried again',
      align: 'end',
      hideOnPhone: true,
      cell: ({ retrying }) => <Quantity value={retrying} />,
    },
    {
      key: 'scheduled',
      head: 'Later',
      align: 'end',
      hideOnPhone: true,
      cell: ({ scheduled }) => <Quantity value={scheduled} />,
    },
    {
      key: 'failed',
      head: 'Failed',
      align: 'end',
      cell: ({ failed }) =>
        failed === 0 ? <Quantity value={0} /> : <Status tone="bad">{String(failed)}</Status>,
    },
    {
      key: 'retry',
      head: <span className="sr">Try again</span>,
      phoneLabel: '',
      align: 'end',
      cell: ({ job, failed }) =>
        failed > 0 && (
          <Button
            size="small"
            busy={busyJob === job}
            aria-label={`Try failed again: ${jobName(job)}`}
            onClick={() => onRetry(job)}
          >
            Try again
          </Button>
        ),
    },
  ];
}
