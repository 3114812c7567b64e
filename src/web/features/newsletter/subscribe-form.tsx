/**
 * The form that asks for the newsletter. Without script it is a plain form, whose answer is a page of its own; with it the
 * answer stands in the form's place.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { EMAIL_MAX_LENGTH } from '#domain/users/email.ts';
import { patientImport } from '#web/patient-import.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import type * as Subscribing from './subscribe.tsx';
import styles from './subscribe-form.module.css';

export type SubscribeFormProps = {
  /** Mails of this shop are files in a folder, and reach nobody. */
  readonly keepsMailInFolder: boolean;
  /** What is wrong with what was sent without script. */
  readonly error?: string | undefined;
};

/** Label, address, button; the answer tells nobody whether the address is on the list. */
export function SubscribeForm({ keepsMailInFolder, error: errorBefore }: SubscribeFormProps) {
  const [error, setError] = useState(errorBefore);
  // The field keeps the address by itself: what was typed before this script ran stays.
  const input = useRef<HTMLInputElement>(null);
  const again = useRef(false);
  // The browser's own bubbles are for readers without script.
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  const queryClient = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<{
    readonly address: string;
    readonly Note: typeof Subscribing.SentNote;
  }>();
  useEffect(() => {
    if (sent !== undefined || !again.current) return;
    again.current = false;
    input.current?.focus();
  }, [sent]);

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const email = input.current?.value.trim() ?? '';
    setSending(true);
    const wrong = await patientImport(() => import('./subscribe.tsx')).then(
      async ({ subscribe, SentNote }) => {
        const problem = await subscribe(queryClient, email);
        if (problem === undefined) setSent({ address: email, Note: SentNote });
        return problem;
      },
      () => 'The shop could not be reached. What you typed is kept: please try again.',
    );
    setSending(false);
    setError(wrong);
    if (wrong !== undefined) input.current?.focus();
  };

  if (sent !== undefined) {
    return (
      <div className={styles.sent}>
        <sent.Note address={sent.address} keepsMailInFolder={keepsMailInFolder} />
        <Button
          size="small"
          tone="bare"
          onClick={() => {
            again.current = true;
            setSent(undefined);
          }}
        >
          Use another address
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      method="post"
      action="/api/newsletter/form/subscribe"
      encType="multipart/form-data"
      noValidate={isLive}
      onSubmit={onSubmit}
    >
      <Field
        label="Newsletter"
        hint="New ranges, vehicles and stock, now and then. Leave by one click."
        error={error}
      >
        {(ties) => (
          <div className={styles.row}>
            <TextInput
              {...ties}
              ref={input}
              type="email"
              name="address"
              required
              aria-required="true"
              maxLength={EMAIL_MAX_LENGTH}
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="you@workshop.example"
            />
            <Button type="submit" busy={isSending}>
              Subscribe
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
