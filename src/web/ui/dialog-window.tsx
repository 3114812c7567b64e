/** The dialog itself, in a chunk of its own: use `Dialog`. */
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { CloseButton } from './close-button.tsx';
import styles from './dialog-window.module.css';

export type DialogProps = {
  readonly open: boolean;
  /** Called by Esc, by a press outside and by the close button. */
  readonly onClose: () => void;
  readonly title: string;
  /** Said under the title; what it is about. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, in the order of reading; the one that acts comes last. */
  readonly actions?: ReactNode;
  /** On a phone it comes up from the bottom and takes the whole width, where thumbs and keyboard are. */
  readonly sheet?: boolean;
  /** Gets the focus when it closes and what had it before is gone. */
  readonly focusElse?: RefObject<HTMLElement | null>;
};

export default function DialogWindow({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  sheet = false,
  focusElse,
}: DialogProps) {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (
    <BaseDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.scrim} />
        <BaseDialog.Popup
          className={classNames(styles.dialog, sheet && styles.sheet)}
          finalFocus={focusElse && (() => opener.current?.isConnected || focusElse.current)}
        >
          <div className={styles.head}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close render={<CloseButton label="Close" className={styles.close} />} />
          </div>
          {description !== undefined && (
            <BaseDialog.Description render={<div />} className={styles.description}>
              {description}
            </BaseDialog.Description>
          )}
          {children}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
