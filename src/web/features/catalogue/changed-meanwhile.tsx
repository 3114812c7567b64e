/** Said at a field that another owner has changed while somebody typed into it, with both ways out. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import styles from './changed-meanwhile.module.css';
import { type Contestable, LIFECYCLE_CHOICES } from './part-editor-values.ts';
import { catalogueQuery } from './queries.ts';
import { GRADE_NAMES } from './words.ts';

export type ChangedMeanwhileProps = {
  readonly field: Contestable;
  /** What the form would have in it now. */
  readonly value: string;
  readonly onKeep: () => void;
  readonly onTake: () => void;
};

export function ChangedMeanwhile({ field, value, onKeep, onTake }: ChangedMeanwhileProps) {
  // A form may have several of them: whoever listens hears at each press what it is about.
  const about = useId();
  return (
    <>
      <span className={styles.words} id={about}>
        Changed meanwhile to <Named field={field} value={value} />
      </span>
      <span className={styles.choices}>
        <button type="button" aria-describedby={about} onClick={onKeep}>
          Keep mine
        </button>
        <button type="button" aria-describedby={about} onClick={onTake}>
          Take theirs
        </button>
      </span>
    </>
  );
}

/** A value as people read it. */
function Named({ field, value }: Pick<ChangedMeanwhileProps, 'field' | 'value'>): ReactNode {
  if (field === 'partType') return <TypeName code={value} />;
  if (field === 'img') return <PictureLink address={value} />;
  if (field === 'grade') return nameIn(GRADE_NAMES, value);
  if (field === 'lifecycle') return nameIn(LIFECYCLE_CHOICES, value);
  return field === 'name' || field === 'description' ? `“${value}”` : value;
}

function TypeName({ code }: { readonly code: string }) {
  const { data: catalogue } = useQuery(catalogueQuery);
  if (code === '') return 'None';
  const types = catalogue?.categories.flatMap((category) => category.types) ?? [];
  return types.find(({ slug }) => slug === code)?.name ?? code;
}

function PictureLink({ address }: { readonly address: string }) {
  if (address === '') return 'no picture';
  return (
    <a href={address} target="_blank" rel="noreferrer">
      another picture
    </a>
  );
}

const nameIn = (names: Readonly<Record<string, string>>, value: string) => names[value] ?? value;
