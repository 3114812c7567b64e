/** How far something is that takes its time; the words that say so stand beside it. */
import styles from './progress.module.css';

export function ProgressBar({
  label,
  done,
  of,
}: {
  /** What is on its way, for people who listen. */
  readonly label: string;
  /** As much as is done, in the measure of `of`. */
  readonly done: number;
  /** 0 as long as nobody knows: the bar is empty then. */
  readonly of: number;
}) {
  return <progress className={styles.bar} aria-label={label} max={Math.max(of, 1)} value={done} />;
}
