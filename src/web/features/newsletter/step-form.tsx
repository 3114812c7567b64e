/** One button that takes a step with a link's token: a plain form where there is no script. */
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';

export type StepFormProps = {
  readonly step: 'confirm' | 'leave' | 'stay';
  readonly token: string;
  readonly tone?: 'quiet' | 'signal' | undefined;
  readonly busy: boolean;
  /** Takes the step where there is script. */
  readonly onStep: () => void;
  /** The button's words. */
  readonly children: ReactNode;
};

export function StepForm({ step, token, tone, busy, onStep, children }: StepFormProps) {
  return (
    <form
      method="post"
      action={`/api/newsletter/form/${step}`}
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onStep();
      }}
    >
      <input type="hidden" name="token" value={token} />
      <Button type="submit" tone={tone} busy={busy}>
        {children}
      </Button>
    </form>
  );
}
