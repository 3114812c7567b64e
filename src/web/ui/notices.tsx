/** Places that hold words instead of things: nothing here yet, something went wrong, something to know. */
import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './notices.module.css';

/** What belongs here and how to get it; the way to it as children. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** The part of a problem answer that people read. */
export type ReadableProblem = {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
};

/** What happened, what was kept, and another try. */
export function ErrorNotice({
  problem,
  title,
  kept,
  onRetry,
  retryLabel = 'Try again',
}: {
  /** What the server said; without it the connection is taken to have failed. */
  readonly problem?: ReadableProblem | undefined;
  /** Said instead of the problem's own title. */
  readonly title?: string | undefined;
  /** What is not lost ("What you typed is still here."). */
  readonly kept?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string;
}) {
  const happened = title ?? problem?.title ?? 'The shop could not be reached';
  const detail =
    problem === undefined
      ? 'Check the connection and try again.'
      : problem.detail !== happened && problem.detail;
  return (
    <div className={classNames(styles.notice, styles.bad)} role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{happened}</p>
        {detail !== undefined && detail !== false && detail !== '' && <p>{detail}</p>}
        {kept !== undefined && <p>{kept}</p>}
        {problem?.requestId !== undefined && (
          <p className={styles.reference}>
            Reference <code>{problem.requestId}</code>
          </p>
        )}
        {onRetry !== undefined && (
          <p className={styles.action}>
            <Button size="small" onClick={onRetry}>
              {retryLabel}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

/** One thing to know, quietly, or with a status colour where it is about stock or an order. */
export function Note({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad';
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames(styles.notice, styles[tone])}>
      {tone === 'bad' || tone === 'warn' ? (
        <CircleAlert className="icon" aria-hidden="true" />
      ) : (
        <Info className="icon" aria-hidden="true" />
      )}
      <div className={styles.words}>{children}</div>
    </div>
  );
}
