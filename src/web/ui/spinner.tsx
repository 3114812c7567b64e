/** Signs of waiting: a spinner for work of unknown length, a skeleton with the shape of what comes. */
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

/** A spinner with words for people who listen; `page` puts it into the middle of an empty page. */
export function Spinner({
  label = 'Loading',
  page = false,
}: {
  readonly label?: string;
  readonly page?: boolean;
}) {
  return (
    <div className={page ? styles.page : styles.place} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <span className="sr">{label}</span>
    </div>
  );
}

/** A grey line that keeps the place of text; `width` as a part of the place it stands in. */
export function Skeleton({
  width = 'full',
}: {
  readonly width?: 'full' | 'most' | 'half' | 'third' | undefined;
}) {
  return <span className={classNames(styles.skeleton, styles[width])} aria-hidden="true" />;
}
