/** Why a sign-in did not work, where it is not a call of the shop that says so. */

/** Something that may help: what its button says, and what it does, which answers what to say then. */
export type SignInOffer = { readonly label: string; readonly take: () => Promise<string> };

/**
 * A sign-in that did not work: a window that was closed, or a provider's refusal. `message` is shown as it is. Recognise
 * it with `signInProblemOf`.
 */
export class SignInProblem extends Error {
  readonly kind = 'sign-in-problem';
  readonly offer: SignInOffer | undefined;

  constructor(message: string, options: { readonly offer?: SignInOffer; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SignInProblem';
    this.offer = options.offer;
  }
}

/** The problem, where it is one. */
export function signInProblemOf(error: unknown): SignInProblem | null {
  return error instanceof SignInProblem ? error : null;
}
