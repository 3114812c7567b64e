/** The form that every way of signing in, up and back in shares: its fields, its one button, and what came of it. */
import { useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './sign-in-forms.module.css';

export function IdentityForm({
  label,
  isBusy,
  onSubmit,
  outcome,
  quiet = false,
  children,
}: {
  /** On the button. */
  readonly label: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => Promise<void>;
  /** Read aloud as it comes. */
  readonly outcome: ReactNode;
  /** Not the one thing to do on this page. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}) {
  // Before the script is there the form could only put the password somewhere it does not belong.
  const isReady = useHydrated();
  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      <Button
        type="submit"
        tone={quiet ? 'quiet' : 'signal'}
        size={quiet ? 'normal' : 'tall'}
        full
        disabled={!isReady}
        busy={isBusy}
      >
        {label}
      </Button>
      <div className={styles.outcome} aria-live="polite">
        {outcome}
      </div>
    </form>
  );
}
