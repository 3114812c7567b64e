/** Where the link of a mail about a forgotten password leads: choosing a new one, then to the login. */
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { searchText } from '#web/addresses/search-params.ts';
import { pageHead } from '#web/document/head.ts';
import { identityClient, type PasswordLink } from '#web/features/identity/identity-client.ts';
import { NewPasswordForm } from '#web/features/identity/password-forms.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SignInPage } from './sign-in-page.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The code of a link that sets a password, for this page in this tab alone. */
    passwordLink?: string;
  }
}

const TOKEN_MAX_LENGTH = 2_000;

export const Route = createFileRoute('/reset-password')({
  // The token is for the browser alone, and so is what becomes of it.
  ssr: false,
  validateSearch: (search: Record<string, unknown>): { token?: string | undefined } => ({
    token: searchText(search.token, TOKEN_MAX_LENGTH),
  }),
  head: ({ match }) => pageHead(match.context, { title: 'Choose a new password', noIndex: true }),
  component: ResetPassword,
});

const NOT_GOOD: PasswordLink = { ok: false, reason: 'invalid' };

function ResetPassword() {
  const shop = useShop();
  const inAddress = Route.useSearch().token;
  const kept = useRouterState({ select: ({ location }) => location.state.passwordLink });
  const token = inAddress ?? kept;
  const navigate = Route.useNavigate();
  const [ended, setEnded] = useState<PasswordLink>();
  const { mutate, ...reading } = useMutation({
    mutationFn: async (code: string) =>
      (await (await identityClient()).passwordLinks?.read(code)) ?? NOT_GOOD,
  });
  const begunWith = useRef<string>(undefined);
  useEffect(() => {
    if (token === undefined) return;
    if (begunWith.current !== token) {
      begunWith.current = token;
      setEnded(undefined);
      mutate(token);
    }
    // Nobody should copy it along with the address; after a reload it is still there.
    if (inAddress !== undefined) void navigate({ search: {}, state: { passwordLink: token }, replace: true });
  }, [token, inAddress, mutate, navigate]);

  const link = ended?.ok === false ? ended : reading.data;
  if (token === undefined) {
    return (
      <SignInPage
        title="This link is not whole"
        lead="Open it from the mail as it is, or copy all of it into the address bar."
        shop={shop}
      >
        <AskAgain />
      </SignInPage>
    );
  }
  if (reading.isError) {
    return (
      <SignInPage title="Choose a new password" lead="The link could not be looked at." shop={shop}>
        <ErrorNotice problem={problemOf(reading.error) ?? undefined} onRetry={() => mutate(token)} />
      </SignInPage>
    );
  }
  if (link === undefined) return <Spinner page label="Looking at your link" />;
  if (!link.ok) {
    return (
      <SignInPage
        title={link.reason === 'expired' ? 'This link has expired' : 'This link is not good'}
        lead={
          link.reason === 'expired'
            ? 'A link is good for an hour. Ask for a new one.'
            : 'It may have been used already, or cut off on its way. Ask for a new one.'
        }
        shop={shop}
      >
        <AskAgain />
      </SignInPage>
    );
  }
  return (
    <SignInPage
      title="Choose a new password"
      lead={`For ${link.email}. All devices are signed out then.`}
      shop={shop}
    >
      <NewPasswordForm
        code={token}
        email={link.email}
        onEnd={(end) => {
          if (end.ok) void navigate({ to: '/login', replace: true });
          else setEnded(end);
        }}
      />
    </SignInPage>
  );
}

function AskAgain() {
  return (
    <ButtonLink to="/forgot-password" tone="signal">
      Ask for a new link
    </ButtonLink>
  );
}
