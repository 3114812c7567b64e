/** A state as a shape and a word, then a colour: disc good, diamond low, square bad, ring ended. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './status.module.css';

export type StatusTone = 'good' | 'warn' | 'bad' | 'off';

export function Status({ tone, children }: { readonly tone: StatusTone; readonly children: ReactNode }) {
  return <span className={classNames(styles.status, styles[tone])}>{children}</span>;
}

/** A word on a tint, for what a thing is rather than how it is doing (a grade, a role). */
export function Tag({
  tone = 'plain',
  children,
}: {
  readonly tone?: StatusTone | 'plain';
  readonly children: ReactNode;
}) {
  return <span className={classNames(styles.tag, styles[`tag-${tone}`])}>{children}</span>;
}
