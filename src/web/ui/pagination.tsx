/** Walking through a long list: page by page with addresses of their own, or more at the end of this one. */
import { type ReactNode, useCallback } from 'react';
import { Button } from './button.tsx';
import styles from './pagination.module.css';

/** Where a page is scrolled past its end, or the rest of it has yet to come, nobody has seen the end. */
const STAYED_MS = 150;

/** What is shown at the left, links to the pages before and behind at the right (`ButtonLink`s). */
export function Pagination({
  summary,
  children,
  onSeen,
}: {
  readonly summary: ReactNode;
  readonly children?: ReactNode;
  /** Called when it stays on the screen for a moment; the same function each time. */
  readonly onSeen?: (() => void) | undefined;
}) {
  const watch = useCallback(
    (bar: HTMLElement) => {
      if (onSeen === undefined) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const observer = new IntersectionObserver((entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(onSeen, STAYED_MS);
      });
      observer.observe(bar);
      return () => {
        observer.disconnect();
        clearTimeout(timer);
      };
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
