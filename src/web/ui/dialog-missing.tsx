/** Stands in a dialog's place when its script did not come. */
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog-missing.module.css';
import { ErrorNotice } from './notices.tsx';

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
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => place.current?.showModal(), []);
  return (
    <dialog ref={place} className={styles.dialog} aria-label={message} onClose={onClose}>
      <ErrorNotice
        title={message}
        problem={{ title: message, detail: 'Check the connection and try again.' }}
        kept="Nothing was changed, and what you typed is still here."
        onRetry={onRetry}
      />
      <div className={styles.actions}>
        <Button size="small" onClick={() => place.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
