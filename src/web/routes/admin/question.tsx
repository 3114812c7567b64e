/** The question before an owner does something to one thing of a list that cannot be undone. */
import type { ReactNode } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { useLastAsked } from '#web/use-last-asked.ts';
import styles from './question.module.css';

type Mutation<Thing> = {
  readonly isPending: boolean;
  readonly error: unknown;
  mutate(thing: Thing, options: { readonly onSuccess: () => void }): void;
  reset(): void;
};

/** Open while there is something to ask about; it closes when that is done, and says why it could not be. */
export function Question<Thing extends { readonly _id: string }>({
  about,
  mutation,
  title,
  confirmLabel,
  kept,
  onClose,
  children,
}: {
  readonly about: Thing | undefined;
  /** What is done to it. */
  readonly mutation: Mutation<NoInfer<Thing>>;
  readonly title: string;
  readonly confirmLabel: string;
  /** What stays as it was where it fails. */
  readonly kept: string;
  readonly onClose: () => void;
  /** What will happen, and what will not. */
  readonly children: (thing: Thing) => ReactNode;
}) {
  const last = useLastAsked(about, mutation.reset);
  return (
    <ConfirmDialog
      open={about !== undefined}
      title={title}
      confirmLabel={confirmLabel}
      busy={mutation.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (about !== undefined) mutation.mutate(about, { onSuccess: onClose });
      }}
    >
      {last !== undefined && (
        <>
          {children(last)}
          {mutation.error != null && (
            <div className={styles.notice}>
              <ErrorNotice problem={problemOf(mutation.error) ?? undefined} kept={kept} />
            </div>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
