/** Signing in with Google at the embedded provider. */
import type { IdentityTable } from '#contract/identity.ts';
import { isProblem, problemOfCall } from '#contract/kernel/api-error.ts';
import type { Client } from '#contract/kernel/operation.ts';
import { openGoogleWindow, type WindowDeps } from './google-window.ts';
import { type SignInOffer, SignInProblem } from './sign-in-problem.ts';

type Calls = Pick<
  Client<IdentityTable>,
  'identityGoogleStart' | 'identityGoogleFinish' | 'identityResendVerificationEmail'
>;

/**
 * Signs in in a window, which is open when this returns; begins there when `ready` has settled.
 *
 * @throws SignInProblem, ApiError
 */
export async function signInWithGoogleAt(
  api: Calls,
  windows: WindowDeps,
  ready: Promise<void>,
): Promise<void> {
  const opened = openGoogleWindow(windows);
  try {
    await ready;
    const { url, attempt } = await api.identityGoogleStart();
    opened.leadTo(url);
    const back = await opened.comesBack();
    opened.close();
    const code = back.get('code');
    const error = back.get('error');
    await api.identityGoogleFinish({
      body: {
        attempt,
        state: handedThrough(back.get('state')),
        ...(code === null ? {} : { code }),
        ...(error === null ? {} : { error: handedThrough(error) }),
      },
    });
  } catch (error) {
    throw withOffer(api, error);
  } finally {
    opened.close();
  }
}

// What an address brings may be anything; the server takes one word.
function handedThrough(text: string | null): string {
  return (text ?? '').replaceAll(/[^\x21-\x7e]+/g, '_').slice(0, 200) || '-';
}

/** A refusal for an email that is not verified, with the offer to send the mail again where that helps. */
function withOffer(api: Calls, error: unknown): unknown {
  const problem = problemOfCall<IdentityTable['identityGoogleFinish']>(error);
  if (problem?.code !== 'LINK_NEEDS_VERIFIED_EMAIL' || problem.resendToken === null) return error;
  const token = problem.resendToken;
  const offer: SignInOffer = {
    label: 'Send the mail again',
    async take() {
      try {
        await api.identityResendVerificationEmail({ body: { token } });
      } catch (failure) {
        if (isProblem(failure, 'TOO_MANY_TRIES'))
          throw new SignInProblem('We sent it a moment ago. Please wait a little.', { cause: failure });
        throw failure;
      }
      return 'The mail is on its way.';
    },
  };
  return new SignInProblem(problem.detail ?? problem.title, { offer, cause: error });
}
