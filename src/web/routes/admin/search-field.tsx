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
  // What this field itself has put into the address since they last agreed; anything else came from outside. On a slow machine
  // the address may be several words behind.
  const sent = useRef([sought]);
  const seek = useEffectEvent((wanted: string) => {
    sent.current.push(wanted);
    onSeek(wanted === '' ? undefined : wanted);
  });
  useEffect(() => {
    const isOurs = sent.current.includes(sought);
    if (!isOurs) setWords(sought);
    if (!isOurs || sought === sent.current.at(-1)) sent.current = [sought];
  }, [sought]);
  useEffect(() => {
    const wanted = words.trim();
    if (wanted === sent.current.at(-1)) return undefined;
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
