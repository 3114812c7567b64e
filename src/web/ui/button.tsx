/** The button, and the link that looks like one. `signal` is the one thing to do next: one per view. */
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type Look = {
  /** `signal` for the one thing to do next, `danger` for what cannot be undone, `bare` without a frame. */
  readonly tone?: 'quiet' | 'signal' | 'danger' | 'bare' | undefined;
  readonly size?: 'normal' | 'small' | 'tall' | undefined;
  /** As wide as its place. */
  readonly full?: boolean | undefined;
};

function lookOf({ tone = 'quiet', size = 'normal', full = false }: Look, className?: string): string {
  return classNames(
    styles.button,
    tone !== 'quiet' && styles[tone],
    size !== 'normal' && styles[size],
    full && styles.full,
    className,
  );
}

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Work is going on: the button keeps its width, shows a spinner and cannot be pressed again. */
    readonly busy?: boolean | undefined;
  };

/** A button; of type `button` unless told. */
export function Button({
  tone,
  size,
  full,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={lookOf({ tone, size, full }, classNames(className, busy && styles.busy))}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

type AnchorProps = ComponentProps<'a'> & Look;

/** A plain link with the look of a button, for places whose links are all followed by one listener (`useFollowing`). */
export function ButtonAnchor({ tone, size, full, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={lookOf({ tone, size, full }, className)}>
      {children}
    </a>
  );
}

/** A link with the look of a button; takes the router's `to`, `params` and `search` and the button's look. */
export const ButtonLink = createLink(ButtonAnchor);
