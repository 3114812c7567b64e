/** Facts in pairs: a name at the left, its value at the right, a hairline between. */
import type { ReactNode } from 'react';
import styles from './rows.module.css';

export function FactRows({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>;
}

/** One pair; `sum` for the one that counts. */
export function Fact({
  name,
  sum = false,
  children,
}: {
  readonly name: ReactNode;
  readonly sum?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={sum ? styles.sum : styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
