/**
 * Where the link of a confirmation mail leads. Opening it changes nothing, since programs that look through mail open
 * links, too: the reader's press of the button does.
 */
import { useMutation } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isProblem, problemOf } from '#contract/kernel/api-error.ts';
import { CONFIRM_WITHIN_DAYS } from '#domain/newsletter/subscription.ts';
import { searchText, searchWord } from '#web/addresses/search-params.ts';
import { api } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { StepForm } from '#web/features/newsletter/step-form.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import styles from './newsletter.module.css';

const TOKEN_MAX_LENGTH = 2_000;
const OUTCOMES = ['confirmed', 'expired', 'invalid'] as const;

export const Route = createFileRoute('/newsletter/confirm')({
  validateSearch: (
    search: Record<string, unknown>,
  ): { token?: string | undefined; outcome?: (typeof OUTCOMES)[number] | undefined } => ({
    token: searchText(search.token, TOKEN_MAX_LENGTH),
    outcome: searchWord(search.outcome, OUTCOMES),
  }),
  head: ({ match }) => pageHead(match.context, { title: 'Confirm your newsletter', noIndex: true }),
  component: Confirm,
});

function Confirm() {
  const { token, outcome } = Route.useSearch();
  const confirming = useMutation({
    mutationFn: (token: string) => api().newsletterConfirm({ body: { token } }),
  });
  const { error } = confirming;
  return (
    <div className={classNames('wrap', styles.page)} aria-live="polite">
      {confirming.isSuccess ? (
        <Done address={confirming.data.email} />
      ) : outcome === 'confirmed' ? (
        <Done />
      ) : outcome === 'expired' || isProblem(error, 'TOKEN_EXPIRED') ? (
        <NoGood title="This link has expired">
          A link is good for {CONFIRM_WITHIN_DAYS} days, and then we forget the address. Ask for a new one.
        </NoGood>
      ) : outcome === 'invalid' || isProblem(error, 'INVALID_TOKEN') ? (
        <NoGood title="This link is not good">
          It may have been cut off on its way, or you have left the newsletter since. Open it from the mail as
          it is, or ask for a new one.
        </NoGood>
      ) : token === undefined ? (
        <NoGood title="This link is not whole">
          Open it from the mail as it is, or copy all of it into the address bar.
        </NoGood>
      ) : (
        <>
          <h1>One press, and you are on the list</h1>
          <p>
            Press the button if it was you who asked for our newsletter. If it was not, close this page:
            without it we send nothing more.
          </p>
          {confirming.isError && (
            <ErrorNotice problem={problemOf(error) ?? undefined} onRetry={() => confirming.mutate(token)} />
          )}
          <StepForm
            step="confirm"
            token={token}
            tone="signal"
            busy={confirming.isPending}
            onStep={() => confirming.mutate(token)}
          >
            Confirm subscription
          </StepForm>
        </>
      )}
    </div>
  );
}

function Done({ address }: { readonly address?: string }) {
  return (
    <>
      <h1>Thank you, you are on the list</h1>
      <p>
        {address === undefined ? (
          'Our newsletter comes to you from now on.'
        ) : (
          <>
            Our newsletter comes to <strong className={styles.address}>{address}</strong> from now on.
          </>
        )}{' '}
        Every mail of it has a link to leave by one click.
      </p>
      <p className={styles.ways}>
        <ButtonLink to="/catalogue" tone="signal">
          Find parts
        </ButtonLink>
      </p>
    </>
  );
}

function NoGood({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      <p>{children}</p>
      <p className={styles.ways}>
        <ButtonLink to="/newsletter" tone="signal">
          Ask for the newsletter
        </ButtonLink>
        <ButtonLink to="/catalogue" tone="bare">
          Find parts
        </ButtonLink>
      </p>
    </>
  );
}
