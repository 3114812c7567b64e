/** Stands in a dialog's place when its script did not come. */
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog-missing.module.css';

/** The browser's own dialog, which needs no script: what happened, another try, and the way back. */
export function DialogMissing({
  message,
  onRetry,
  onClose,
}: {
  readonly message: string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}) {
  const titleId = useId();
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => place.current?.showModal(), []);
  return (
    <dialog ref={place} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className={styles.title}>
        <CircleAlert className="icon" aria-hidden="true" />
        {message}
      </h2>
      <p className={styles.words}>
        What belongs here did not come. Check the connection and try again. Nothing was changed, and what you
        typed is still here.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => place.current?.close()}>Close</Button>
        <Button tone="signal" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </dialog>
  );
}
