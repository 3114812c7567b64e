/** The comparison of the books with the payment provider: begun by a press, and what the last ones found. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { FindingBody, ReconciliationBody } from '#contract/payments.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Field } from '#web/ui/field.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Moment, Quantity } from '#web/ui/numbers.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { Status } from '#web/ui/status.tsx';
import styles from './reconciliation.module.css';
import { reconciliationsQuery, useReconcile } from './refund-queries.ts';

const WINDOWS = [
  { days: 1, label: 'Last day' },
  { days: 3, label: 'Last 3 days' },
  { days: 31, label: 'Last month' },
  { days: 365, label: 'Last year' },
] as const;

export function Reconciliation() {
  const { data: runs, isError, error, refetch } = useQuery(reconciliationsQuery);
  const reconcile = useReconcile();
  const [days, setDays] = useState(3);
  const isRunning = runs?.some(({ state }) => state === 'running') === true;
  return (
    <>
      <div className={styles.begin}>
        <p className="small quiet">
          Every hour the shop asks the provider what was paid and given back, puts its books right, and
          reports what it can’t decide.
        </p>
        <div className={styles.controls}>
          <Field label="Over the">
            {(ties) => (
              <Select {...ties} value={days} onChange={(event) => setDays(Number(event.target.value))}>
                {WINDOWS.map((window) => (
                  <option key={window.days} value={window.days}>
                    {window.label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button busy={reconcile.isPending} disabled={isRunning} onClick={() => reconcile.mutate(days)}>
            <RefreshCw className="icon" aria-hidden="true" />
            Compare now
          </Button>
        </div>
      </div>
      {reconcile.isError && (
        <ErrorNotice problem={problemOf(reconcile.error) ?? undefined} kept="Nothing was begun." />
      )}
      {runs !== undefined ? (
        <Runs runs={runs} />
      ) : isError ? (
        <ErrorNotice problem={problemOf(error) ?? undefined} onRetry={() => refetch()} />
      ) : (
        <Skeleton width="most" />
      )}
    </>
  );
}

function Runs({ runs }: { readonly runs: readonly ReconciliationBody[] }) {
  if (runs.length === 0) return <p className="small quiet">There has been no comparison yet.</p>;
  return (
    <ol className={styles.runs} aria-label="Comparisons">
      {runs.map((run, index) => (
        <li key={run._id}>
          <p className={styles.line}>
            <State run={run} />
            <span>
              <Moment at={run.startedAt} time />
            </span>
            <span className="small quiet">
              <Quantity value={run.paymentsSeen} /> {run.paymentsSeen === 1 ? 'payment' : 'payments'},{' '}
              <Quantity value={run.refundsSeen} /> {run.refundsSeen === 1 ? 'refund' : 'refunds'} since{' '}
              <Moment at={run.from} />
              {run.byEmail !== null && `, asked for by ${run.byEmail}`}
            </span>
          </p>
          {run.fault !== null && <p className={styles.fault}>{run.fault}</p>}
          {run.findings.length > 0 && (
            <Fold summary={summaryOf(run)} open={index === 0}>
              <ul className={styles.findings}>
                {run.findings.map((finding) => (
                  <Finding key={`${finding.kind} ${finding.subject}`} finding={finding} />
                ))}
              </ul>
            </Fold>
          )}
        </li>
      ))}
    </ol>
  );
}

function State({ run }: { readonly run: ReconciliationBody }) {
  if (run.state === 'running')
    return (
      <Status tone={run.fault === null ? 'off' : 'warn'}>
        {run.fault === null ? 'Comparing' : 'Held up'}
      </Status>
    );
  if (run.state === 'failed') return <Status tone="bad">Given up</Status>;
  if (run.reported > 0) return <Status tone="warn">Does not agree</Status>;
  return <Status tone="good">{run.repaired > 0 ? 'Put right' : 'Agrees'}</Status>;
}

function summaryOf({ repaired, reported, findings }: ReconciliationBody): string {
  const words = [
    ...(reported > 0 ? [`${reported} to look at`] : []),
    ...(repaired > 0 ? [`${repaired} put right`] : []),
  ].join(', ');
  return findings.length < repaired + reported ? `${words}: the first ${findings.length}` : words;
}

function Finding({ finding }: { readonly finding: FindingBody }) {
  return (
    <li>
      <Status tone={finding.outcome === 'repaired' ? 'good' : 'warn'}>
        {finding.outcome === 'repaired' ? 'Put right' : 'Look at it'}
      </Status>
      <span>
        <CopyText text={finding.subject} what="provider’s id" />
        {finding.orderId !== null && (
          <>
            {' '}
            <Link to="/dashboard/order/$id" params={{ id: finding.orderId }}>
              {finding.orderId}
            </Link>
          </>
        )}
        <small>{finding.detail}</small>
      </span>
    </li>
  );
}
