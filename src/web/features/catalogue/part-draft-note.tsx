/** Says that a form begins with what was typed before, and offers to begin without. */
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/notices.tsx';
import styles from './part-editor.module.css';

export function PartDraftNote({
  lacksPicture,
  isNew,
  onDrop,
}: {
  /** A picture had been chosen, and has to be again. */
  readonly lacksPicture: boolean;
  readonly isNew: boolean;
  readonly onDrop: () => void;
}) {
  return (
    <Note>
      <div className={styles.resumed}>
        <p>
          What you typed before is here.
          {lacksPicture && ' The picture that you had chosen is not: choose it again.'}
        </p>
        <Button size="small" onClick={onDrop}>
          {isNew ? 'Start anew' : 'As it is in the shop'}
        </Button>
      </div>
    </Note>
  );
}
