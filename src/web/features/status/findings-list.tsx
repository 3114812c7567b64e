/** What wants attention, or that nothing does. */
import type { StatusBody } from '#contract/status.ts';
import { Status } from '#web/ui/status.tsx';
import { findingsOf } from './findings.ts';
import styles from './findings-list.module.css';

export function FindingsList({ status }: { readonly status: StatusBody }) {
  const findings = findingsOf(status);
  return (
    // Read aloud when it changes: whoever listens has this page open for that.
    <ul className={styles.list} aria-live="polite" aria-label="What wants attention">
      {findings.length === 0 ? (
        <li>
          <Status tone="good">Everything is as it should be</Status>
        </li>
      ) : (
        findings.map(({ tone, text }) => (
          <li key={text} className={styles.finding}>
            <Status tone={tone}>{tone === 'bad' ? 'Now' : 'Soon'}</Status>
            <span>{text}</span>
          </li>
        ))
      )}
    </ul>
  );
}
