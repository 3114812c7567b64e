/** Where a sign-in leads. */
import { useHydrated, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isOwnPath } from '#domain/own-path.ts';
import { useSession } from './session.ts';

/** The place that asked for the sign-in, when it is one of this shop's. */
export function useOrigin(): string | undefined {
  // After a reload the browser remembers it, while the page that came from the server does not know it.
  const isHydrated = useHydrated();
  const origin = useRouterState({ select: (state) => state.location.state.origin });
  return isHydrated && origin !== undefined && isOwnPath(origin) ? origin : undefined;
}

/** Leaves the page as soon as somebody is signed in: to `path`, in this step of the history's place. */
export function useLeaveWhenSignedIn(path: string): void {
  const { status } = useSession();
  const navigate = useNavigate();
  // Once: the address changes to the new page's, and forgets its origin, while this page is still shown.
  const isLeaving = useRef(false);
  useEffect(() => {
    if (status !== 'signed-in') isLeaving.current = false;
    else if (!isLeaving.current) {
      isLeaving.current = true;
      void navigate({ href: path, replace: true });
    }
  }, [status, path, navigate]);
}
