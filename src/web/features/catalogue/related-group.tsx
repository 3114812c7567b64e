/** Related parts under one heading, such as a grade or a part type. */
import type { ReactNode } from 'react';
import styles from './related-group.module.css';
import { RelatedRows } from './related-row.tsx';

export function RelatedGroup({
  heading,
  end,
  children,
}: {
  readonly heading: ReactNode;
  /** At the end of the heading's line. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.group}>
      <h3>
        {heading}
        {end}
      </h3>
      <RelatedRows>{children}</RelatedRows>
    </div>
  );
}
