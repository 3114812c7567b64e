/** A box to type into, and under it what may be meant; walked with the arrow keys. */
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import styles from './typed-choices.module.css';

export type TypedChoicesProps<Choice> = {
  readonly label: string;
  readonly hint: string;
  /** What the list holds, for people who listen. */
  readonly listName: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly choices: readonly Choice[];
  readonly keyOf: (choice: Choice) => string;
  readonly wordsOf: (choice: Choice) => ReactNode;
  /** Which of them Enter takes before the arrow keys move; the first unless told. */
  readonly first?: number;
  /** What is shown was found for fewer letters: Enter takes nothing of it. */
  readonly isOld?: boolean;
  readonly onTake: (choice: Choice) => void;
};

export function TypedChoices<Choice>({
  label,
  hint,
  listName,
  inputRef,
  text,
  onText,
  choices,
  keyOf,
  wordsOf,
  first = 0,
  isOld = false,
  onTake,
}: TypedChoicesProps<Choice>) {
  const listId = useId();
  const [active, setActive] = useState<number>();
  const at = Math.min(active ?? first, choices.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      const next = (at + step + choices.length) % choices.length;
      setActive(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = choices[at];
      if (chosen !== undefined && !isOld) onTake(chosen);
    } else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      onText('');
    }
  };

  return (
    <>
      <Field label={label} hint={hint}>
        {(ties) => (
          <TextInput
            {...ties}
            ref={inputRef}
            value={text}
            onChange={(event) => {
              onText(event.target.value);
              setActive(undefined);
            }}
            onKeyDown={onKeyDown}
            role="combobox"
            aria-expanded={choices.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={choices.length > 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={100}
          />
        )}
      </Field>
      <div
        className={styles.found}
        id={listId}
        role="listbox"
        aria-label={listName}
        hidden={choices.length === 0}
      >
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
          <div
            key={keyOf(choice)}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onPointerMove={() => setActive(index)}
            onClick={() => onTake(choice)}
          >
            {wordsOf(choice)}
          </div>
        ))}
      </div>
    </>
  );
}
