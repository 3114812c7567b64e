/** Where the link of a verification mail leads: verifies the address at once and says how that ended. */
import { useMutation } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isProblem, problemOf } from '#contract/kernel/api-error.ts';
import { searchText } from '#web/addresses/search-params.ts';
import { pageHead } from '#web/document/head.ts';
import { verifyEmail } from '#web/features/identity/email-verification.ts';
import { useSession } from '#web/features/identity/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './verify-email.module.css';

const TOKEN_MAX_LENGTH = 2_000;

export const Route = createFileRoute('/verify-email')({
  // The token is for the browser alone, and so is what becomes of it.
  ssr: false,
  validateSearch: (search: Record<string, unknown>): { token?: string | undefined } => ({
    token: searchText(search.token, TOKEN_MAX_LENGTH),
  }),
  head: ({ match }) => pageHead(match.context, { title: 'Verify your email', noIndex: true }),
  component: VerifyEmail,
});

function VerifyEmail() {
  const inAddress = Route.useSearch().token;
  const navigate = Route.useNavigate();
  const [token, setToken] = useState(inAddress);
  const { mutate, ...verifying } = useMutation({ mutationFn: verifyEmail });
  const begunWith = useRef<string>(undefined);
  useEffect(() => {
    if (inAddress === undefined || begunWith.current === inAddress) return;
    begunWith.current = inAddress;
    setToken(inAddress);
    mutate(inAddress);
    // Nobody should copy it along with the address, or find it in the history.
    void navigate({ search: {}, replace: true });
  }, [inAddress, mutate, navigate]);

  return (
    <div className={classNames('wrap', styles.page)} aria-live="polite">
      {token === undefined ? (
        <Outcome title="This link is not whole">
          Open it from the mail as it is, or copy all of it into the address bar.
        </Outcome>
      ) : verifying.isSuccess ? (
        <Outcome title="Your email is verified" good>
          {verifying.data} is yours. There is nothing more to do.
        </Outcome>
      ) : isProblem(verifying.error, 'TOKEN_EXPIRED') ? (
        <Outcome title="This link has expired">A link is good for 24 hours. Ask for a new one below.</Outcome>
      ) : isProblem(verifying.error, 'INVALID_TOKEN') ? (
        <Outcome title="This link is not good">
          It may have been cut off on its way, or the account has another email by now. Open it from the mail
          as it is, or ask for a new one below.
        </Outcome>
      ) : verifying.isError ? (
        <>
          <h1>Verify your email</h1>
          <ErrorNotice problem={problemOf(verifying.error) ?? undefined} onRetry={() => mutate(token)} />
        </>
      ) : (
        <Spinner page label="Verifying your email" />
      )}
    </div>
  );
}

function Outcome({
  title,
  good = false,
  children,
}: {
  readonly title: string;
  readonly good?: boolean;
  readonly children: ReactNode;
}) {
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <>
      <h1>{title}</h1>
      <p>{children}</p>
      <p className={styles.ways}>
        {isSignedIn ? (
          <ButtonLink to="/dashboard" tone="signal">
            {good ? 'To your dashboard' : 'Ask for a new link'}
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" state={{ origin: '/dashboard' }} tone="signal">
            {good ? 'Login' : 'Login and ask for a new link'}
          </ButtonLink>
        )}
        <ButtonLink to="/catalogue" tone="bare">
          Find parts
        </ButtonLink>
      </p>
    </>
  );
}
