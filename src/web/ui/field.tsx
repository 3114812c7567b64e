/** A labelled place for an input: label, hint and error, tied together for people who listen. */
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** What an input takes from its field. */
export type InputTies = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

export type FieldProps = {
  readonly label: ReactNode;
  /** Stands under the input as long as there is no error. */
  readonly hint?: ReactNode;
  /** What is wrong and what would be right. */
  readonly error?: ReactNode;
  /** The input: `{(ties) => <TextInput {...ties} {...register('phone')} />}`. */
  readonly children: (ties: InputTies) => ReactNode;
};

/** Label, input, hint or error. Whoever listens hears all three at the input. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasError = error !== undefined && error !== null && error !== false && error !== '';
  const hasNote = hasError || (hint !== undefined && hint !== null);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': hasError || undefined,
      })}
      {hasError ? (
        <p className={styles.error} id={noteId} role="alert">
          <CircleAlert className="icon" aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : (
        hasNote && (
          <div className={styles.hint} id={noteId}>
            {hint}
          </div>
        )
      )}
    </div>
  );
}
