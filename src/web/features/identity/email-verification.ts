/** Verifying one's email. */
import { useMutation } from '@tanstack/react-query';
import { isProblem, problemOf } from '#contract/kernel/api-error.ts';
import { notify } from '#web/ui/toasts.ts';
import { embeddedIdentityCalls } from './embedded-identity.ts';
import { identityClient } from './identity-client.ts';
import { refreshSession } from './session.ts';
import { signInProblemOf } from './sign-in-problem.ts';

/**
 * Verifies the address that a link's token of the embedded provider is of, and answers it. Whoever is signed in hears of it by themselves.
 *
 * @throws ApiError `TOKEN_EXPIRED` and `INVALID_TOKEN` among others.
 */
export async function verifyEmail(token: string): Promise<string> {
  const { email } = await embeddedIdentityCalls().identityVerifyEmail({ body: { token } });
  void refreshSession();
  return email;
}

/** Sends the mail with the link again, and says how that ended. */
export function useSendVerificationMail(email: string) {
  return useMutation({
    mutationFn: async () => (await identityClient()).sendEmailVerification(),
    onSuccess({ emailVerified }) {
      if (emailVerified) {
        notify.success('Your email is verified already.');
        void refreshSession();
      } else notify.success(`The mail to ${email} is on its way.`);
    },
    onError(error) {
      notify.error(
        isProblem(error, 'TOO_MANY_TRIES')
          ? 'We sent it a moment ago. Please wait a little.'
          : (signInProblemOf(error)?.message ??
              problemOf(error)?.title ??
              'The mail could not be sent. Please try again.'),
      );
    },
  });
}
