/** Walking through a long list: page by page with addresses of their own, or more at the end of this one. */
import { type ReactNode, useCallback } from 'react';
import { Button } from './button.tsx';
import styles from './pagination.module.css';

/** What is shown at the left, links to the pages before and behind at the right (`ButtonLink`s). */
export function Pagination({
  summary,
  children,
  onSeen,
}: {
  readonly summary: ReactNode;
  readonly children?: ReactNode;
  /** Called when it comes on the screen; the same function each time. */
  readonly onSeen?: () => void;
}) {
  const watch = useCallback(
    (bar: HTMLElement) => {
      const observer = new IntersectionObserver((entries) => {
        if (entries.at(-1)?.isIntersecting === true) onSeen?.();
      });
      observer.observe(bar);
      return () => observer.disconnect();
    },
    [onSeen],
  );
  return (
    <nav ref={watch} className={styles.bar} aria-label="Pages">
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
