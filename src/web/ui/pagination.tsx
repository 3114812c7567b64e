/** Walking through a long list: page by page with addresses of their own, or more at the end of this one. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './pagination.module.css';

/** What is shown at the left, links to the pages before and behind at the right (`ButtonLink`s). */
export function Pagination({
  summary,
  children,
}: {
  readonly summary: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <nav className={styles.bar} aria-label="Pages">
      <p className="small quiet">{summary}</p>
      <div className={styles.links}>{children}</div>
    </nav>
  );
}

/** Adds the next rows at the end of the list. */
export function LoadMore({
  summary,
  label = 'Load more',
  busy = false,
  onMore,
}: {
  readonly summary?: ReactNode;
  readonly label?: string;
  readonly busy?: boolean;
  /** Absent when everything is shown. */
  readonly onMore?: (() => void) | undefined;
}) {
  return (
    <div className={styles.bar}>
      <p className="small quiet">{summary}</p>
      {onMore !== undefined && (
        <Button onClick={onMore} busy={busy}>
          {label}
        </Button>
      )}
    </div>
  );
}
