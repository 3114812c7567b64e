/** Asking for the newsletter where there is script, and what is said then. Loaded when somebody asks. */
import type { QueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { CONFIRM_WITHIN_DAYS } from '#domain/newsletter/subscription.ts';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#domain/users/email.ts';
import { api } from '#web/api.ts';
import styles from './subscribe-form.module.css';

/** Sends the address; answers what is wrong with it or went wrong, or undefined where a mail is on its way. */
export async function subscribe(queryClient: QueryClient, email: string): Promise<string | undefined> {
  if (email === '') return 'Email is Required';
  if (!EMAIL_PATTERN.test(email) || email.length > EMAIL_MAX_LENGTH) return 'Provide a valid Email';
  try {
    // As a mutation, so that the shop is asked whether it takes orders where this meets an outage.
    await queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => api().newsletterSubscribe({ body: { email } }) })
      .execute(undefined);
    return undefined;
  } catch (failure) {
    return failureText(failure);
  }
}

function failureText(failure: unknown): string {
  const problem = problemOf(failure);
  if (problem?.code === 'INVALID') return 'Provide a valid Email';
  if (problem?.status === 429) return 'That was a little often. Please try again in a minute.';
  return 'The shop could not be reached. What you typed is kept: please try again.';
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
