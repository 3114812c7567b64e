/** What lists of owners are searched by: its words are in the address. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MAX_SOUGHT_LENGTH } from '#web/addresses/sought-words.ts';
import { TextInput } from '#web/ui/inputs.tsx';
import styles from './lists.module.css';

const TYPING_PAUSE_MS = 250;

/** Its words go into the address when typing pauses, and follow the address when a link changes it. */
export function SearchField({
  sought,
  label,
  placeholder,
  onSeek,
}: {
  /** As the address has them. */
  readonly sought: string;
  readonly label: string;
  readonly placeholder: string;
  /** Puts them into the address; undefined for none. */
  readonly onSeek: (words: string | undefined) => void;
}) {
  const [words, setWords] = useState(sought);
  // What this field itself has put into the address; anything else came from outside.
  const sent = useRef(sought);
  const seek = useEffectEvent((wanted: string) => {
    sent.current = wanted;
    onSeek(wanted === '' ? undefined : wanted);
  });
  useEffect(() => {
    if (sought === sent.current) return;
    sent.current = sought;
    setWords(sought);
  }, [sought]);
  useEffect(() => {
    const wanted = words.trim();
    if (wanted === sent.current) return undefined;
    const timer = setTimeout(() => seek(wanted), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={placeholder}
      maxLength={MAX_SOUGHT_LENGTH}
      value={words}
      onChange={(event) => setWords(event.target.value)}
    />
  );
}
