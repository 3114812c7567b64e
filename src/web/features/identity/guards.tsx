/** What stands before pages that are not for everyone. */
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
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
  if (session.status === 'failed') return <SessionFailed error={session.error} onRetry={session.retry} />;
  return <Spinner page label="Signing in" />;
}

/** The same for admins. Someone who is definitely none is signed out and sent to `/login`, as specified. */
export function RequireAdmin({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const isNoAdmin = session.status === 'signed-in' && session.user.role !== 'admin';
  useEffect(() => {
    if (isNoAdmin) void signOut();
  }, [isNoAdmin]);
  // While the sign-out runs; then the session is over and RequireSession goes to the login.
  if (isNoAdmin) return <Spinner page label="Signing out" />;
  return <RequireSession>{children}</RequireSession>;
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
  const origin = useRouterState({ select: (state) => state.location.href });
  useEffect(() => {
    void navigate({ to: '/login', replace: true, state: { origin } });
  }, [navigate, origin]);
  return <Spinner page label="To the login" />;
}

function SessionFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
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
