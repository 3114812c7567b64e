/** Many names one can choose from, under their letters, with a field that leaves those that have what is typed. */
import { type ReactNode, useId, useState } from 'react';
import { useFollowing } from '#web/navigation/use-following.ts';
import { TextInput } from './inputs.tsx';
import styles from './name-index.module.css';

export type NameEntry = {
  readonly name: string;
  readonly path: string;
  /** A few words behind it, such as a count. */
  readonly note?: ReactNode;
  /** Stands before it. */
  readonly mark?: ReactNode;
};

/** `entries` are in their order; `label` says what can be typed: "Brand". */
export function NameIndex({
  entries,
  label,
  level = 2,
}: {
  readonly entries: readonly NameEntry[];
  readonly label: string;
  /** Of the letters' headings. */
  readonly level?: 2 | 3;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const [typed, setTyped] = useState('');
  const id = useId();
  const wanted = plain(typed);
  const found = wanted === '' ? entries : entries.filter(({ name }) => plain(name).includes(wanted));
  return (
    <div>
      {entries.length > MANY && (
        <div className={styles.field}>
          <label htmlFor={id}>{label}</label>
          <TextInput
            id={id}
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <p className={styles.found} role="status">
            {wanted !== '' &&
              (found.length === 0 ? 'None is called so' : `${found.length} of ${entries.length}`)}
          </p>
        </div>
      )}
      <div className={styles.index} {...useFollowing()}>
        {[...byLetter(found)].map(([letter, own]) => (
          <section key={letter} className={styles.letter}>
            <Heading className={styles.head}>{letter}</Heading>
            <ul>
              {own.map(({ name, path, note, mark }) => (
                <li key={path}>
                  <a href={path}>
                    {mark}
                    <span className={styles.name}>{name}</span>
                    {note !== undefined && <span className={styles.note}>{note}</span>}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** Fewer are seen at a glance. */
const MANY = 12;

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

function byLetter(entries: readonly NameEntry[]): Map<string, NameEntry[]> {
  const letters = new Map<string, NameEntry[]>();
  for (const entry of entries) {
    const letter = letterOf(entry.name);
    const own = letters.get(letter);
    if (own === undefined) letters.set(letter, [entry]);
    else own.push(entry);
  }
  return letters;
}

/** "Š" stands under S, digits and signs under one heading before the letters. */
function letterOf(name: string): string {
  const [first = ''] = plain(name).toUpperCase();
  return /\p{L}/u.test(first) ? first : '0–9';
}
