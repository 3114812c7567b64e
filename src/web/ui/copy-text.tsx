/** A long identifier that nobody reads whole but everybody copies whole. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './copy-text.module.css';

const COPIED_SHOWN_MS = 1600;

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
  const [copied, setCopied] = useState(false);
  const onCopy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    } catch {
      // Not permitted, or not there without TLS: it can still be selected and copied by hand.
    }
  };
  return (
    <button
      type="button"
      className={classNames(styles.copy, whole && styles.whole)}
      onClick={onCopy}
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
