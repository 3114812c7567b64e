/** The question before an owner does something to one thing of a list that cannot be undone. */
import { type ReactNode, useEffect, useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import styles from './question.module.css';

/** What is done: a mutation. */
type Deed<Thing> = {
  readonly isPending: boolean;
  readonly error: unknown;
  mutate(thing: Thing, options: { readonly onSuccess: () => void }): void;
  reset(): void;
};

/** Open while there is something to ask about; it closes when that is done, and says why it could not be. */
export function Question<Thing>({
  about,
  deed,
  title,
  confirmLabel,
  kept,
  onClose,
  children,
}: {
  readonly about: Thing | undefined;
  readonly deed: Deed<NoInfer<Thing>>;
  readonly title: string;
  readonly confirmLabel: string;
  /** What stays as it was where it fails. */
  readonly kept: string;
  readonly onClose: () => void;
  /** What will happen, and what will not. */
  readonly children: (thing: Thing) => ReactNode;
}) {
  const { reset } = deed;
  // The last one asked about: its words stay while the dialog closes.
  const [last, setLast] = useState(about);
  if (about !== undefined && about !== last) setLast(about);
  useEffect(() => {
    if (about !== undefined) reset();
  }, [about, reset]);
  return (
    <ConfirmDialog
      open={about !== undefined}
      title={title}
      confirmLabel={confirmLabel}
      busy={deed.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (about !== undefined) deed.mutate(about, { onSuccess: onClose });
      }}
    >
      {last !== undefined && (
        <>
          {children(last)}
          {deed.error != null && (
            <div className={styles.notice}>
              <ErrorNotice problem={problemOf(deed.error) ?? undefined} kept={kept} />
            </div>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
