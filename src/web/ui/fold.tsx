/** More of the same kind, folded away until somebody wants it. Works without script. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './fold.module.css';

export function Fold({
  summary,
  open = false,
  onToggle,
  children,
}: {
  readonly summary: ReactNode;
  /** Whether it begins unfolded; kept to, where `onToggle` keeps it. */
  readonly open?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <details className={styles.fold} open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        <ChevronRight className="icon" aria-hidden="true" />
        {summary}
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}
