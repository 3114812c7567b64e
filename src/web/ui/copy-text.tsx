/** A long identifier that nobody reads whole but everybody copies whole. */
import { Check, Copy } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './copy-text.module.css';
import { useCopied } from './use-copied.ts';

/** Longer texts are cut in the middle: the beginning tells the kind, the end tells it apart. */
const LONGEST_UNCUT = 20;
const START_LENGTH = 9;
const END_LENGTH = 4;

/**
 * The text in the mono as a button that copies it; `whole` shows it uncut. What is cut is cut for the eye alone: the text
 * is all there to be listened to, selected and found.
 */
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
      <code>{whole || text.length <= LONGEST_UNCUT ? text : <Cut text={text} />}</code>
      {copied ? (
        <Check className={classNames('icon', styles.done)} aria-hidden="true" />
      ) : (
        <Copy className="icon" aria-hidden="true" />
      )}
    </button>
  );
}

function Cut({ text }: { readonly text: string }) {
  return (
    <>
      <span className={styles.start}>{text.slice(0, START_LENGTH)}</span>
      <span className={styles.middle}>{text.slice(START_LENGTH, -END_LENGTH)}</span>
      {text.slice(-END_LENGTH)}
    </>
  );
}
