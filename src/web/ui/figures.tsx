/** A few numbers that are looked at first, side by side. */
import type { ReactNode } from 'react';
import styles from './figures.module.css';
import { Skeleton } from './spinner.tsx';

/** Four `Figure`s as children. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

export function Figure({
  name,
  note,
  children,
}: {
  readonly name: ReactNode;
  /** Small words below: what it was before, what is in it. */
  readonly note: ReactNode;
  /** Undefined while it is on its way. */
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width="half" />}</dd>
      <dd>{note}</dd>
    </div>
  );
}
