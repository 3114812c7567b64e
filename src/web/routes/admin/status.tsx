/** How the shop does: what its owner asks for when something seems wrong. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { StatusBody } from '#contract/status.ts';
import { pageHead } from '#web/document/head.ts';
import { FindingsList } from '#web/features/status/findings-list.tsx';
import { JobsTable } from '#web/features/status/jobs-table.tsx';
import { ProcessTable } from '#web/features/status/process-table.tsx';
import { StatusFacts } from '#web/features/status/status-facts.tsx';
import { statusQuery, useRetryJobs } from '#web/features/status/status-queries.ts';
import { spanText } from '#web/features/status/words.ts';
import { Figure, Figures } from '#web/ui/figures.tsx';
import { PageTitle, SectionHead } from '#web/ui/headings.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Moment, Quantity } from '#web/ui/numbers.tsx';
import styles from './status.module.css';

export const Route = createFileRoute('/dashboard/_admin/status')({
  head: ({ match }) => pageHead(match.context, { title: 'Status', noIndex: true }),
  component: StatusPage,
});

function StatusPage() {
  const look = useQuery(statusQuery);
  const retry = useRetryJobs();
  const status = look.data;
  return (
    <>
      <PageTitle
        aside={
          status && (
            <>
              as of <Moment at={status.at} time />
            </>
          )
        }
      >
        Status
      </PageTitle>
      <div className={styles.page}>
        {look.isError && (
          <ErrorNotice
            problem={problemOf(look.error) ?? undefined}
            title="The shop does not answer as it should"
            kept={status === undefined ? undefined : 'What is below was true before.'}
            onRetry={() => look.refetch()}
          />
        )}
        {status !== undefined && <FindingsList status={status} />}
        {(status !== undefined || !look.isError) && (
          <>
            <FirstFigures status={status} />
            {status !== undefined && <StatusFacts status={status} />}
            <section aria-label="Processes" className={styles.section}>
              <SectionHead title="Processes" />
              <ProcessTable processes={status?.processes} />
            </section>
            <section aria-label="Jobs" className={styles.section}>
              <SectionHead title="Jobs" />
              <JobsTable
                jobs={status?.jobs}
                busyJob={retry.isPending ? retry.variables : undefined}
                onRetry={(job) => {
                  if (!retry.isPending) retry.mutate(job);
                }}
              />
              {retry.isError && (
                <ErrorNotice
                  problem={problemOf(retry.error) ?? undefined}
                  kept="The jobs are as they were."
                />
              )}
            </section>
          </>
        )}
      </div>
    </>
  );
}

function FirstFigures({ status }: { readonly status: StatusBody | undefined }) {
  const waiting = status?.jobs.reduce((sum, job) => sum + job.waiting, 0);
  const oldest = status && Math.max(0, ...status.jobs.map((job) => job.oldestDueSeconds));
  return (
    <Figures>
      <Figure
        name="Requests a minute"
        note={status && status.requests.p95Ms !== null && `95 of 100 within ${status.requests.p95Ms} ms`}
      >
        {status && <Quantity value={status.requests.perMinute} />}
      </Figure>
      <Figure name="Faults" note="in the last five minutes">
        {status && <Quantity value={status.requests.faults} />}
      </Figure>
      <Figure
        name="Jobs waiting"
        note={waiting !== undefined && waiting > 0 && `for ${spanText(oldest ?? 0)}`}
      >
        {waiting !== undefined && <Quantity value={waiting} />}
      </Figure>
      <Figure name="Mails not delivered" note={status && `${status.mail.retrying} tried again`}>
        {status && <Quantity value={status.mail.failed} />}
      </Figure>
    </Figures>
  );
}
