/** Lets the identity provider get ready where people are about to sign in. */
import { useEffect } from 'react';
import { identityClient } from './identity-client.ts';

/** To be called by what shows a form of signing in: a window of Google's opens only while a click is fresh. */
export function useReadyToSignIn(): void {
  useEffect(() => {
    identityClient().then(
      (client) => client.prepare?.(),
      // Signing in tries again, and says so.
      () => undefined,
    );
  }, []);
}
