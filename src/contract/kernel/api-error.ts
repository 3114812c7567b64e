/** How a call fails, the same for every client: over HTTP in the browser and in process. */
import type { Operation, Problem, ProblemOf } from './operation.ts';
import type { ClientCode, KernelCode } from './problems.ts';

/**
 * A call that did not succeed. Recognise it with `problemOf` or `isProblem`, not with `instanceof`: both look at `kind`,
 * which survives two copies of this module.
 */
export class ApiError extends Error {
  readonly kind = 'api-error';
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly problem: Problem;
  /** After how many seconds trying again makes sense, where the server said so. */
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem, retryAfterSeconds: number | null = null, cause?: unknown) {
    super(problem.detail ?? problem.title, cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.status = problem.status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether something that was thrown is a failed call. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'api-error';
}

/** The problem of a failed call; null for anything else that was thrown. */
export function problemOf(error: unknown): Problem | null {
  return isApiError(error) ? error.problem : null;
}

/** Whether a call failed with this code. */
export function isProblem<const Code extends string>(
  error: unknown,
  code: Code,
): error is ApiError & { readonly problem: Problem<Code, unknown> } {
  return isApiError(error) && error.problem.code === code;
}

/**
 * The problem of a failed call of one operation, typed by what that operation declares, so that checking `code` gives
 * its data:
 *
 *     const problem = problemOfCall<ShopTable['orderPlace']>(error);
 *     if (problem?.code === 'OUT_OF_STOCK') show(problem.stock);
 *
 * The type is the table's word for what the server sends; nothing is parsed here.
 */
export function problemOfCall<Op extends Operation>(
  error: unknown,
): ProblemOf<Op> | Problem<KernelCode | ClientCode, undefined> | null {
  return problemOf(error) as ProblemOf<Op> | Problem<KernelCode | ClientCode, undefined> | null;
}
