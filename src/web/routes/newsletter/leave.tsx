/**
 * Where the link at the foot of every newsletter mail leads: following it is leaving, since the page asks for it by
 * itself. What opens links without running their script (programs that look through mail) takes nobody off the list.
 */
import { useMutation } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { isProblem, problemOf } from '#contract/kernel/api-error.ts';
import { STAY_WITHIN_DAYS } from '#domain/newsletter/subscription.ts';
import { searchText, searchWord } from '#web/addresses/search-params.ts';
import { api } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { StepForm } from '#web/features/newsletter/step-form.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import styles from './newsletter.module.css';

const TOKEN_MAX_LENGTH = 2_000;
/** How a form without script ended. */
const OUTCOMES = ['left', 'stayed', 'gone', 'invalid'] as const;

export const Route = createFileRoute('/newsletter/leave')({
  validateSearch: (
    search: Record<string, unknown>,
  ): { token?: string | undefined; outcome?: (typeof OUTCOMES)[number] | undefined } => ({
    token: searchText(search.token, TOKEN_MAX_LENGTH),
    outcome: searchWord(search.outcome, OUTCOMES),
  }),
  head: ({ match }) => pageHead(match.context, { title: 'Leave the newsletter', noIndex: true }),
  component: Leave,
});

function Leave() {
  const { token, outcome } = Route.useSearch();
  const leaving = useMutation({ mutationFn: (token: string) => api().newsletterLeave({ body: { token } }) });
  const staying = useMutation({
    mutationFn: (token: string) => api().newsletterStay({ body: { token } }),
    onSuccess: () => leaving.reset(),
  });
  const { mutate: leave } = leaving;
  const begunWith = useRef<string>(undefined);
  useEffect(() => {
    if (token === undefined || outcome !== undefined || begunWith.current === token) return;
    begunWith.current = token;
    leave(token);
  }, [token, outcome, leave]);
  const problem = problemOf(staying.error ?? leaving.error) ?? undefined;

  if (token === undefined || outcome === 'invalid' || isProblem(leaving.error, 'INVALID_TOKEN')) {
    return (
      <Page title="This link is not good" ways={<FindParts />}>
        It may have been cut off on its way. Open it from the mail as it is, or copy all of it into the
        address bar.
      </Page>
    );
  }
  if (outcome === 'gone' || isProblem(staying.error, 'NOT_ON_THE_LIST')) {
    return (
      <Page
        title="This address is not on the list any more"
        ways={
          <ButtonLink to="/newsletter" tone="signal">
            Ask for the newsletter
          </ButtonLink>
        }
      >
        We forget an address {STAY_WITHIN_DAYS} days after it has left. Ask for the newsletter anew, and
        confirm by the link that we send you.
      </Page>
    );
  }
  if (staying.isSuccess || (outcome === 'stayed' && leaving.isIdle)) {
    return (
      <Page
        title="Good to have you back"
        ways={
          <>
            <FindParts />
            <StepForm
              step="leave"
              token={token}
              busy={leaving.isPending}
              onStep={() => {
                staying.reset();
                leave(token);
              }}
            >
              Leave the newsletter
            </StepForm>
          </>
        }
      >
        {staying.data === undefined ? 'You' : <Address>{staying.data.email}</Address>}
        {staying.data === undefined ? ' are on the list again.' : ' is on the list again.'}
      </Page>
    );
  }
  if (leaving.isSuccess || (outcome === 'left' && leaving.isIdle)) {
    return (
      <Page
        title="You have left the newsletter"
        notice={staying.isError && <ErrorNotice problem={problem} onRetry={() => staying.mutate(token)} />}
        ways={
          <>
            <StepForm step="stay" token={token} busy={staying.isPending} onStep={() => staying.mutate(token)}>
              Stay after all
            </StepForm>
            <FindParts />
          </>
        }
      >
        {leaving.data === undefined ? (
          'You get no more of it.'
        ) : (
          <>
            <Address>{leaving.data.email}</Address> gets no more of it.
          </>
        )}{' '}
        Mail about your orders comes as before. We forget the address in {STAY_WITHIN_DAYS} days.
      </Page>
    );
  }
  return (
    <Page
      title="Leave the newsletter"
      notice={leaving.isError && <ErrorNotice problem={problem} onRetry={() => leave(token)} />}
      ways={
        <StepForm
          step="leave"
          token={token}
          tone="signal"
          busy={leaving.isPending}
          onStep={() => leave(token)}
        >
          Leave the newsletter
        </StepForm>
      }
    >
      One press, and you get no more of it. Mail about your orders comes as before.
    </Page>
  );
}

function Page({
  title,
  notice,
  ways,
  children,
}: {
  readonly title: string;
  readonly notice?: ReactNode;
  readonly ways: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames('wrap', styles.page)} aria-live="polite">
      <h1>{title}</h1>
      <p>{children}</p>
      {notice}
      <div className={styles.ways}>{ways}</div>
    </div>
  );
}

function Address({ children }: { readonly children: ReactNode }) {
  return <strong className={styles.address}>{children}</strong>;
}

function FindParts() {
  return (
    <ButtonLink to="/catalogue" tone="bare">
      Find parts
    </ButtonLink>
  );
}
