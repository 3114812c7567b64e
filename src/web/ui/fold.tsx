/** More of the same kind, folded away until somebody wants it. Works without script. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './fold.module.css';

export function Fold({
  summary,
  open = false,
  children,
}: {
  readonly summary: ReactNode;
  /** Whether it begins unfolded. */
  readonly open?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <details className={styles.fold} open={open}>
      <summary>
        <ChevronRight className="icon" aria-hidden="true" />
        {summary}
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}
