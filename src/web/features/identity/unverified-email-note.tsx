/** Tells somebody quietly that their email is not verified, and sends the link again. */
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/notices.tsx';
import { useSendVerificationMail } from './email-verification.ts';
import { useUser } from './guards.tsx';

/** Nothing where the email is verified. */
export function UnverifiedEmailNote() {
  const { email, emailVerified } = useUser();
  const sending = useSendVerificationMail(email);
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
