/** A dialog in front of the page, and the question before something that cannot be undone. Loaded when first opened, or expected. */
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { chunk, useChunk } from '#web/use-chunk.ts';
import { Button } from './button.tsx';
import { DialogMissing } from './dialog-missing.tsx';
import type { DialogProps } from './dialog-window.tsx';

/** For pages whose readers are likely to open a dialog (`useExpected`). */
export const DIALOG_WINDOW = chunk(() => import('./dialog-window.tsx'));

/** Keeps the focus inside while it is open, closes on Esc, and gives the focus back to where it was. */
export function Dialog(props: DialogProps) {
  // Not before it is first opened, and from then on always: closing must give the focus back.
  const wasOpen = useRef(false);
  wasOpen.current ||= props.open;
  const script = useChunk(DIALOG_WINDOW, wasOpen.current);
  // The press is seen before what it opens is made, which takes longer than a frame on a slow machine. It closes at once.
  const wasSeen = useDeferredValue(props.open);
  const isOpen = props.open && wasSeen;
  if (script.status === 'ready') {
    const DialogWindow = script.module.default;
    return <DialogWindow {...props} open={isOpen} />;
  }
  if (script.status === 'waiting' || !props.open) return null;
  return <DialogMissing message={script.message} onRetry={script.retry} onClose={props.onClose} />;
}

export type ConfirmDialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** What will happen, and what will not. */
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: 'danger' | 'signal';
  /** The work has begun: the dialog stays until it ends. */
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Two presses within so little time are one: a chattering mouse, or a hand that pressed twice. */
const ONE_PRESS_MS = 300;

export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Back',
  tone = 'danger',
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const pressedAtMs = useRef(Number.NEGATIVE_INFINITY);
  // The second may come before anybody was told that the work has begun.
  const confirmOnce = ({ timeStamp }: { readonly timeStamp: number }) => {
    if (timeStamp - pressedAtMs.current < ONE_PRESS_MS) return;
    pressedAtMs.current = timeStamp;
    onConfirm();
  };
  return (
    <Dialog
      open={open}
      onClose={() => !busy && onClose()}
      title={title}
      description={children}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button tone={tone} onClick={confirmOnce} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
