/** The suggestions under the search box. The box keeps the focus and says which of them is chosen. */
import { PartNumber } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { optionId, type Suggestion, type SuggestionGroup } from './suggested.ts';
import styles from './suggestion-list.module.css';

export function SuggestionList({
  id,
  groups,
  chosen,
  onPoint,
  onTake,
}: {
  /** Of the list; its options have ids made of it, see `optionId`. */
  readonly id: string;
  readonly groups: readonly SuggestionGroup[];
  readonly chosen: Suggestion | undefined;
  readonly onPoint: (suggestion: Suggestion) => void;
  readonly onTake: (suggestion: Suggestion) => void;
}) {
  return (
    // The box would lose the focus by a press in here, and close the list before the press is done.
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.list} onPointerDown={keepFocus}>
      {groups.map(({ title, suggestions }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls; these are options of a list
        <div key={title} role="group" aria-label={title}>
          <p className={styles.group} aria-hidden="true">
            {title}
          </p>
          {suggestions.map((suggestion) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
            <div
              key={suggestion.key}
              id={optionId(id, suggestion)}
              role="option"
              tabIndex={-1}
              aria-selected={suggestion.key === chosen?.key}
              className={styles.option}
              onPointerMove={() => onPoint(suggestion)}
              onClick={() => onTake(suggestion)}
            >
              {suggestion.picture !== undefined && (
                <Picture src={suggestion.picture} alt="" small className={styles.picture} />
              )}
              <span className={styles.words}>
                <span className={styles.title}>{suggestion.title}</span>
                <small>
                  {suggestion.detail}
                  {suggestion.number !== undefined && (
                    <>
                      {' '}
                      <PartNumber number={suggestion.number} />
                    </>
                  )}
                </small>
              </span>
              {suggestion.why !== undefined && <small className={styles.why}>{suggestion.why}</small>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const keepFocus = (event: { preventDefault(): void }) => event.preventDefault();
