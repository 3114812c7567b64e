/** A call that does not succeed, on its way to becoming problem details (RFC 9457). */
import type { FieldError, Problem } from '#contract/kernel/operation.ts';
import { KERNEL_PROBLEMS, type KernelCode, problemType } from '#contract/kernel/problems.ts';

/** What the log needs to have; pino's logger fits. */
export type ServeLog = {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Why a call failed. Made by the kernel and by refusals; never thrown. */
export class Failure {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  /** A refusal's data, which stands beside the standard members. */
  readonly data: object | undefined;
  /** Headers of the HTTP answer. */
  headers: Readonly<Record<string, string>> | undefined;

  constructor(
    status: number,
    code: string,
    title: string,
    detail?: string,
    errors?: readonly FieldError[],
    data?: object,
  ) {
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.data = data;
    this.headers = undefined;
  }

  /** The problem as it crosses the wire. */
  problem(requestId: string): Problem {
    return {
      type: problemType(this.code),
      title: this.title,
      status: this.status,
      ...(this.detail === undefined ? undefined : { detail: this.detail }),
      code: this.code,
      requestId,
      ...(this.errors === undefined ? undefined : { errors: this.errors }),
      ...this.data,
    };
  }
}

/** One of the kernel's own failures. */
export function fail(code: KernelCode, detail?: string): Failure {
  const { status, title } = KERNEL_PROBLEMS[code];
  return new Failure(status, code, title, detail);
}

/** Input that does not fit: 422 with the fields. */
export function invalid(errors: readonly FieldError[]): Failure {
  const { status, title } = KERNEL_PROBLEMS.INVALID;
  return new Failure(status, 'INVALID', title, undefined, errors);
}

/** The header that says after how many seconds to try again. */
export function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}

/** A failure that says after how many seconds to try again. */
export function failWithRetry(code: KernelCode, retryAfterSeconds: number, detail?: string): Failure {
  const failure = fail(code, detail);
  failure.headers = retryAfter(retryAfterSeconds);
  return failure;
}

/** How long a client waits after an outage, unless the fault says otherwise. */
export const RETRY_AFTER_OUTAGE_SECONDS = 5;

/** Finds the outage that a fault was caused by: something thrown with `kind: 'unavailable'`. */
function outageOf(error: unknown): object | null {
  let current = error;
  for (let depth = 0; depth < 8; depth += 1) {
    if (typeof current !== 'object' || current === null) return null;
    if ('kind' in current && current.kind === 'unavailable') return current;
    current = 'cause' in current ? current.cause : null;
  }
  return null;
}

/** Whether a fault was caused by an outage. */
export const isOutage = (error: unknown): boolean => outageOf(error) !== null;

/**
 * What a thrown error is answered with; the one place where faults are logged.
 *
 * An error that is, or was caused by, one with `kind: 'unavailable'` is an outage (503; its `retryAfterSeconds` and its
 * `detail` are passed on); everything else is a bug of ours (500) of which the client learns nothing but the request's id.
 */
export function failureOfFault(
  log: ServeLog,
  operation: string | undefined,
  requestId: string,
  error: unknown,
): Failure {
  const outage = outageOf(error);
  if (outage === null) {
    log.error({ err: error, operation, requestId }, 'A call failed');
    return fail('INTERNAL');
  }
  log.warn({ err: error, operation, requestId }, 'A call met an outage');
  const told = 'retryAfterSeconds' in outage ? outage.retryAfterSeconds : undefined;
  const detail = 'detail' in outage && typeof outage.detail === 'string' ? outage.detail : undefined;
  return failWithRetry('UNAVAILABLE', typeof told === 'number' ? told : RETRY_AFTER_OUTAGE_SECONDS, detail);
}
