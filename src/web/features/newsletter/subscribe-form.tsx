/**
 * The form that asks for the newsletter. Without script it is a plain form, whose answer is a page of its own; with it the
 * answer stands in the form's place.
 */
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { CONFIRM_WITHIN_DAYS } from '#domain/newsletter/subscription.ts';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#domain/users/email.ts';
import { api } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import styles from './subscribe-form.module.css';

export type SubscribeFormProps = {
  /** Mails of this shop are files in a folder, and reach nobody. */
  readonly keepsMailInFolder: boolean;
  /** What is wrong with what was sent without script. */
  readonly error?: string | undefined;
};

/** Label, address, button; the answer tells nobody whether the address is on the list. */
export function SubscribeForm({ keepsMailInFolder, error: errorBefore }: SubscribeFormProps) {
  const [address, setAddress] = useState('');
  const [error, setError] = useState(errorBefore);
  const input = useRef<HTMLInputElement>(null);
  const again = useRef(false);
  // The browser's own bubbles are for readers without script.
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  const asking = useMutation({
    mutationFn: (email: string) => api().newsletterSubscribe({ body: { email } }),
    onError: (failure) => setError(failureText(failure)),
  });
  useEffect(() => {
    if (!asking.isIdle || !again.current) return;
    again.current = false;
    input.current?.focus();
  }, [asking.isIdle]);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (asking.isPending) return;
    const email = address.trim();
    const wrong =
      email === ''
        ? 'Email is Required'
        : EMAIL_PATTERN.test(email) && email.length <= EMAIL_MAX_LENGTH
          ? undefined
          : 'Provide a valid Email';
    setError(wrong);
    if (wrong === undefined) asking.mutate(email);
    else input.current?.focus();
  };

  if (asking.isSuccess) {
    return (
      <div className={styles.sent}>
        <SentNote address={asking.variables} keepsMailInFolder={keepsMailInFolder} />
        <Button
          size="small"
          tone="bare"
          onClick={() => {
            again.current = true;
            setAddress('');
            asking.reset();
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
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
            <Button type="submit" busy={asking.isPending}>
              Subscribe
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

/** That a mail is on its way, and where to look for it. */
export function SentNote({
  address,
  keepsMailInFolder,
}: {
  readonly address?: string | undefined;
  readonly keepsMailInFolder: boolean;
}) {
  return (
    <div className={styles.note} role="status">
      <MailCheck className="icon" aria-hidden="true" />
      <div>
        <p className={styles.noteTitle}>Look into your mailbox</p>
        <p>
          A mail with a link is on its way{address === undefined ? '' : ' to '}
          {address !== undefined && <strong className={styles.address}>{address}</strong>}. Confirm within{' '}
          {CONFIRM_WITHIN_DAYS} days, and you are on the list.
        </p>
        {keepsMailInFolder && (
          <p className={styles.small}>
            This shop sends no real mail: each is a file in the folder <code>mail</code> of its data.
          </p>
        )}
      </div>
    </div>
  );
}

function failureText(failure: unknown): string {
  const problem = problemOf(failure);
  if (problem?.code === 'INVALID') return 'Provide a valid Email';
  if (problem?.status === 429) return 'That was a little often. Please try again in a minute.';
  return 'The shop could not be reached. What you typed is kept: please try again.';
}
