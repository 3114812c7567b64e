/**
 * The problems that the kernel itself answers with, whatever the operation: code → status and title. An operation may
 * declare `NOT_FOUND` as a refusal of its own; it then has this same status.
 */
import type { RefusalSpec } from './operation.ts';

export const KERNEL_PROBLEMS = {
  MALFORMED: { status: 400, title: 'The request cannot be read' },
  UNAUTHENTICATED: { status: 401, title: 'Please sign in' },
  // Whose permission waits for something that they can still show.
  SECOND_FACTOR_REQUIRED: { status: 403, title: 'Show your second factor first' },
  FORBIDDEN: { status: 403, title: 'You may not do this' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This address has no such method' },
  TOO_LARGE: { status: 413, title: 'The request is too large' },
  UNSUPPORTED_TYPE: { status: 415, title: 'This content type is not accepted here' },
  INVALID: { status: 422, title: 'Some fields are not right' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests' },
  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
  UNAVAILABLE: { status: 503, title: 'Not available just now' },
} as const satisfies Readonly<
  Record<string, { readonly status: RefusalSpec['status'] | 405 | 500; readonly title: string }>
>;

export type KernelCode = keyof typeof KERNEL_PROBLEMS;

/**
 * Codes that a client gives to calls that got no proper answer; they never cross the wire.
 *
 * - `NETWORK`: the server could not be reached, or the connection broke.
 * - `TIMEOUT`: no answer in time; whether the call had an effect is not known.
 * - `ABORTED`: the caller gave it up.
 * - `UNEXPECTED_ANSWER`: an answer that is not ours, such as a proxy's error page.
 */
export type ClientCode = 'NETWORK' | 'TIMEOUT' | 'ABORTED' | 'UNEXPECTED_ANSWER';

/** Members of a problem that a refusal's data may not use. */
export const PROBLEM_MEMBERS: readonly string[] = [
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'requestId',
  'errors',
];

/** Where the API explains a code; the `type` of its problems. */
export function problemType(code: string): string {
  return `/api/problems#${code}`;
}
