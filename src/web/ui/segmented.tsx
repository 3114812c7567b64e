/** A few views of the same list, one of them shown: links, since the chosen one stands in the address. */
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Quantity } from './numbers.tsx';
import styles from './segmented.module.css';

/** Holds the `Segment`s; `label` says what they choose between. */
export function Segments({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.segments} aria-label={label}>
      {children}
    </nav>
  );
}

/** One view as a plain link, for places whose links are all followed by one listener (`useFollowing`). */
export function SegmentAnchor({
  count,
  children,
  chosen,
  ...rest
}: ComponentProps<'a'> & {
  /** How many things this view holds, where that is known. */
  readonly count?: number | undefined;
  readonly chosen: boolean;
}) {
  return (
    <a {...rest} className={styles.segment} aria-current={chosen ? 'true' : undefined}>
      {children}
      {count !== undefined && (
        <span className={styles.count}>
          <Quantity value={count} />
        </span>
      )}
    </a>
  );
}

/** One view; takes the router's `to` and `search`. */
export const Segment = createLink(SegmentAnchor);
