/** Tells somebody quietly that their email is not verified, and sends the link again. */
import { useEffect } from 'react';
import { useShop } from '#web/features/shop/shop-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/notices.tsx';
import { useSendVerificationMail } from './email-verification.ts';
import { useUser } from './guards.tsx';
import { refreshSession } from './session.ts';

/** Nothing where the email is verified. */
export function UnverifiedEmailNote() {
  const { email, emailVerified } = useUser();
  const sending = useSendVerificationMail(email);
  useNewsOfReturn(!emailVerified);
  // Below the guard there is no address only while the session goes away.
  if (emailVerified || email === '') return null;
  return (
    <Note>
      <p>
        <b>Your email is not verified.</b> Open the link in the mail that we sent to {email}.
      </p>
      <p>
        <Button size="small" busy={sending.isPending} onClick={() => sending.mutate()}>
          Send the mail again
        </Button>
      </p>
    </Note>
  );
}

/** A hosted provider's page does not tell us that somebody has verified there, so we ask when they come back. */
function useNewsOfReturn(isWaiting: boolean): void {
  const isHosted = useShop().identity.provider !== 'embedded';
  useEffect(() => {
    if (!isWaiting || !isHosted) return;
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refreshSession();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [isWaiting, isHosted]);
}
