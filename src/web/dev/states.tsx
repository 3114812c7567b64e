/** How the sheet is laid out: a section for a component, a labelled cell for each of its states. */
import type { ReactNode } from 'react';
import styles from './ui-page.module.css';

/** `roomy` gives each state the room that a card has in the shop. */
export function Component({
  name,
  roomy = false,
  children,
}: {
  readonly name: string;
  readonly roomy?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.component} aria-label={name}>
      <h2>{name}</h2>
      <div className={roomy ? styles.roomy : styles.states}>{children}</div>
    </section>
  );
}

/** `wide` takes a line of its own. */
export function State({
  name,
  wide = false,
  children,
}: {
  readonly name: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={wide ? styles.wide : styles.state}>
      <p className={styles.name}>{name}</p>
      {children}
    </div>
  );
}
