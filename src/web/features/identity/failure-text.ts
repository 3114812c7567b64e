/** What went wrong at an identity provider, in the words of whoever said it. */
import { problemOf } from '#contract/kernel/api-error.ts';
import { signInProblemOf } from './sign-in-problem.ts';

/** The text to show for something that a provider's function threw. */
export function failureText(error: unknown): string {
  const told = signInProblemOf(error);
  if (told !== null) return told.message;
  const problem = problemOf(error);
  if (problem === null) return 'Something went wrong. Please try again.';
  const messages = problem.errors?.map((one) => one.message) ?? [];
  return messages.length > 0 ? messages.join('. ') : (problem.detail ?? problem.title);
}
