/** A long identifier that nobody reads whole but everybody copies whole. */
import { Check, Copy } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './copy-text.module.css';
import { useCopied } from './use-copied.ts';

/** Cut in the middle where it is longer than 20 characters: its beginning tells the kind, its end tells it apart. */
export function shorten(text: string): string {
  return text.length <= 20 ? text : `${text.slice(0, 9)}…${text.slice(-4)}`;
}

/** The text in the mono as a button that copies it; `whole` shows it uncut. */
export function CopyText({
  text,
  what,
  whole = false,
}: {
  readonly text: string;
  /** What it is, for people who listen ("transaction id"). */
  readonly what: string;
  readonly whole?: boolean;
}) {
  const [copied, copy] = useCopied();
  return (
    <button
      type="button"
      className={classNames(styles.copy, whole && styles.whole)}
      onClick={() => copy(text)}
      title={text}
    >
      <span className="sr">{copied ? 'Copied' : `Copy the ${what}`}</span>
      <code>{whole ? text : shorten(text)}</code>
      {copied ? (
        <Check className={classNames('icon', styles.done)} aria-hidden="true" />
      ) : (
        <Copy className="icon" aria-hidden="true" />
      )}
    </button>
  );
}
