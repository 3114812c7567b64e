/** What stands before pages that are not for everyone. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SecondFactorGate } from './second-factor-gate.tsx';
import { type SessionUser, signOut, useSession } from './session.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Where a sign-in goes back to: a path of this shop with its query. */
    origin?: string;
  }
}

/**
 * Shows its children to whoever is signed in. A spinner while that is not known; otherwise to `/login`, with this
 * address remembered and this step of the history replaced.
 */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  if (session.status === 'signed-in') return children;
  if (session.status === 'signed-out') return <ToLogin />;
  if (session.status === 'failed') return <CheckFailed error={session.error} onRetry={session.retry} />;
  return <Spinner page label="Signing in" />;
}

/**
 * The same for admins. Someone who is definitely none is signed out and sent to `/login`, as specified; an admin whose second
 * factor the shop waits for is asked for it.
 */
export function RequireAdmin({ children }: { readonly children: ReactNode }) {
  return (
    <RequireSession>
      <IfAdmin>{children}</IfAdmin>
    </RequireSession>
  );
}

/**
 * The role that the session knows may be older than a promotion or a demotion, so the shop is asked: once on the way into
 * the admin's pages, and again in the background when somebody comes back to them. A fault is no answer.
 */
function IfAdmin({ children }: { readonly children: ReactNode }) {
  const { email } = useUser();
  const check = useQuery({
    queryKey: ['is-admin', email],
    queryFn: () => api().userIsAdmin({ params: { email } }),
    staleTime: 0,
  });
  const isAdmin = check.data?.admin;
  const isHeldBack = check.data?.needsSecondFactor === true;
  useEffect(() => {
    if (isAdmin === false && !isHeldBack) void signOut();
  }, [isAdmin, isHeldBack]);
  if (isAdmin === true) return children;
  if (isHeldBack) return <SecondFactorGate onShown={() => void check.refetch()} />;
  if (isAdmin === undefined && check.isError)
    return <CheckFailed error={check.error} onRetry={() => void check.refetch()} />;
  return <Spinner page label="Checking what you may see" />;
}

/** The signed-in user, below a guard. */
export function useUser(): SessionUser {
  const session = useSession();
  if (session.status === 'signed-in') return session.user;
  // The guard above takes the page away with the session; this is only ever seen for one frame.
  return { email: '', name: '', emailVerified: false, role: 'customer' };
}

function ToLogin() {
  const navigate = useNavigate();
  const here = useRouterState({ select: (state) => state.location.href });
  // As it was when this appeared: the address changes to the login's while this is still shown.
  const [origin] = useState(here);
  // Again when somebody came back before the page that they were going to had replaced this.
  const isHere = here === origin;
  useEffect(() => {
    if (isHere) void navigate({ to: '/login', replace: true, state: { origin } });
  }, [navigate, origin, isHere]);
  return <Spinner page label="To the login" />;
}

function CheckFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <div className="wrap">
      <ErrorNotice
        problem={problemOf(error) ?? undefined}
        kept="You are still signed in."
        onRetry={onRetry}
      />
    </div>
  );
}
