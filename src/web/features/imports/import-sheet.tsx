/** One import: what was found, what it would do, how far it is, and what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportBody, ImportErrorBody } from '#contract/imports.ts';
import { problemOf } from '#contract/kernel/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { SectionHead } from '#web/ui/headings.tsx';
import { ErrorNotice, Note } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { Status } from '#web/ui/status.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import styles from './import-sheet.module.css';
import { FarMoves, LargestChanges } from './largest-changes.tsx';
import {
  importErrorsQuery,
  useApplyImport,
  useCancelImport,
  useDownload,
  useLargestChanges,
} from './queries.ts';
import { fileIs, foreseenOf, stateOf, timeToGo } from './words.ts';

export function ImportSheet({ run, onClose }: { readonly run: ImportBody; readonly onClose: () => void }) {
  const state = stateOf(run);
  const isOver = run.finishedAt !== null;
  const changes = useLargestChanges(run);
  const isCompared = changes.isEnabled;
  return (
    <section className={styles.sheet} aria-label={`Import of ${run.fileName}`}>
      <SectionHead
        title={run.fileName}
        end={
          <Button size="small" tone="bare" onClick={onClose}>
            Close
          </Button>
        }
      />
      <p className={styles.state} role="status">
        <Status tone={state.tone}>{state.word}</Status>
        <span className={styles.is}>{fileIs(run)}</span>
      </p>
      {!isOver && run.state !== 'checked' && <Progress run={run} />}
      {run.failure !== '' && <Note tone="bad">{run.failure}</Note>}
      {run.notes.map((note) => (
        <Note key={note} tone="warn">
          {note}.
        </Note>
      ))}
      <FactRows>
        <Fact name="Rows">
          <Quantity value={run.rows} />
        </Fact>
        {run.state === 'checked' &&
          foreseenOf(run).map(([name, count]) => (
            <Fact key={name} name={name}>
              <Quantity value={count} />
            </Fact>
          ))}
        {(run.state === 'applying' || isOver) && (
          <>
            <Fact name="New">
              <Quantity value={run.inserted} />
            </Fact>
            <Fact name="Changed">
              <Quantity value={run.updated} />
            </Fact>
          </>
        )}
        {run.state === 'cancelled' && run.rowsDone > 0 && (
          <Fact name="Rows gone through before it was stopped">
            <Quantity value={run.rowsDone} />
          </Fact>
        )}
        <Fact name="Rows with errors">
          <Quantity value={run.badRows} />
        </Fact>
      </FactRows>
      {isCompared && <FarMoves run={run} changes={changes.data} />}
      <Actions run={run} isSeen={!changes.isLoading} />
      {isCompared && <LargestChanges run={run} query={changes} />}
      {run.errorCount > 0 && <Errors run={run} />}
    </section>
  );
}

function Progress({ run }: { readonly run: ImportBody }) {
  if (run.state === 'reading') {
    return (
      <p className={styles.rate}>
        <Quantity value={run.rows} /> rows read
      </p>
    );
  }
  const { rowsDone, rowsToDo, rowsPerSecond, secondsLeft } = run;
  return (
    <div>
      <ProgressBar label={run.state === 'applying' ? 'Applied' : 'Checked'} done={rowsDone} of={rowsToDo} />
      <p className={styles.rate}>
        <Quantity value={rowsDone} /> of <Quantity value={rowsToDo} /> rows
        {rowsPerSecond !== null && (
          <>
            , <Quantity value={rowsPerSecond} /> a second
          </>
        )}
        {secondsLeft !== null && `, ${timeToGo(secondsLeft)} to go`}
      </p>
    </div>
  );
}

function Actions({
  run,
  isSeen,
}: {
  readonly run: ImportBody;
  /** What it would do stands on the page, or cannot be told. */
  readonly isSeen: boolean;
}) {
  const apply = useApplyImport();
  const cancel = useCancelImport();
  if (run.finishedAt !== null) return null;
  const good = run.rowsToDo;
  const isReady = run.state === 'checked' && good > 0;
  const failure = apply.error ?? cancel.error;
  return (
    <>
      {failure !== null && (
        <ErrorNotice problem={problemOf(failure) ?? undefined} kept="Nothing has changed by this." />
      )}
      <div className={styles.actions}>
        {isReady && run.badRows === 0 && (
          <Button
            tone="signal"
            busy={apply.isPending}
            disabled={!isSeen}
            onClick={() => apply.mutate({ id: run.id, skipErrors: false })}
          >
            <span>
              Apply <Quantity value={good} unit={good === 1 ? 'row' : 'rows'} />
            </span>
          </Button>
        )}
        {isReady && run.badRows > 0 && (
          <Button
            busy={apply.isPending}
            disabled={!isSeen}
            onClick={() => apply.mutate({ id: run.id, skipErrors: true })}
          >
            Leave out what has errors, apply the rest
          </Button>
        )}
        <Button busy={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
          {run.state === 'checked' ? 'Discard' : 'Stop'}
        </Button>
        {run.state === 'applying' && (
          <Hint>What is applied stays. You may leave this page: the shop goes on with it.</Hint>
        )}
        {isReady && run.badRows > 0 && <Hint>Or mend the file and bring it again.</Hint>}
      </div>
    </>
  );
}

const Hint = ({ children }: { readonly children: ReactNode }) => <p className={styles.hint}>{children}</p>;

const COLUMNS: readonly Column<ImportErrorBody>[] = [
  { key: 'line', head: 'Line', className: styles.line, cell: ({ line }) => <Quantity value={line} /> },
  {
    key: 'column',
    head: 'Column',
    className: styles.column,
    cell: ({ column }) => column || 'the whole row',
  },
  { key: 'message', head: 'What is wrong', cell: ({ message }) => message },
  {
    key: 'value',
    head: 'What stood there',
    cell: ({ value }) => <span className={styles.value}>{value}</span>,
  },
];

function Errors({ run }: { readonly run: ImportBody }) {
  const { data, isError, error, refetch } = useQuery(importErrorsQuery(run));
  const download = useDownload();
  return (
    <div className={styles.errors}>
      <SectionHead
        title={<Quantity value={run.errorCount} unit={run.errorCount === 1 ? 'error' : 'errors'} />}
        end={
          <Button
            size="small"
            busy={download.isPending}
            onClick={() => download.mutate({ what: 'errors', importId: run.id })}
          >
            <Download className="icon" aria-hidden="true" />
            All as CSV
          </Button>
        }
      />
      {isError && data === undefined ? (
        <ErrorNotice problem={problemOf(error) ?? undefined} onRetry={() => refetch()} />
      ) : (
        <Table caption="Errors" columns={COLUMNS} rows={data} rowKey={(_, at) => at} />
      )}
      {data !== undefined && data.length < run.errorCount && (
        <p className={styles.hint}>
          The first <Quantity value={data.length} />. The download has all of them.
        </p>
      )}
      {download.isError && <ErrorNotice problem={problemOf(download.error) ?? undefined} />}
    </div>
  );
}
