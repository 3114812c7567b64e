/** Who may call what: the only place that decides it. */
import type { Access } from '#contract/kernel/operation.ts';
import type { Caller } from './call.ts';
import { type Failure, fail } from './failure.ts';
import type { Prepared } from './prepare.ts';

function unauthenticated(detail: string, challenge: string): Failure {
  const failure = fail('UNAUTHENTICATED', detail);
  failure.headers = { 'www-authenticate': challenge };
  return failure;
}
const needed = () => unauthenticated('This call needs a bearer token', 'Bearer');
const refused = (reason: string) => unauthenticated(reason, 'Bearer error="invalid_token"');

/**
 * Whether a caller may make a call; null means yes.
 *
 * - `anonymous`: everyone. Credentials that are not good are overlooked where something is only read, because a token
 *   that has just gone stale must not break reading what anyone may read; any other call answers 401, so that the client
 *   renews its token instead of acting without a name.
 * - `identity`: only a proof of identity. An access token is not one: 401.
 * - `customer`: a signed-in user, so an access token; a proof of identity is not one: 401.
 * - `admin`: a signed-in admin; other users 403, which says so where their permission only waits for a second factor.
 */
export function denial(operation: Prepared, caller: Caller): Failure | null {
  if (operation.access === 'anonymous') {
    return caller.kind === 'invalid' && operation.method !== 'GET' ? refused(caller.reason) : null;
  }
  if (caller.kind === 'anonymous') return needed();
  if (caller.kind === 'invalid') return refused(caller.reason);
  if (operation.access === 'identity') {
    return caller.kind === 'identity'
      ? null
      : refused('This call needs a proof of identity, not an access token');
  }
  if (caller.kind !== 'user') return refused('This call needs an access token, not a proof of identity');
  return operation.access === 'admin' && !caller.isAdmin ? fail(caller.notAdminBecause ?? 'FORBIDDEN') : null;
}

/** The caller as the handler sees them, once `denial` has let them through. */
export function callerFor(access: Access, caller: Caller): unknown {
  if (caller.kind === 'user' && access !== 'identity') return caller.user;
  return caller.kind === 'identity' && access === 'identity' ? caller.identity : null;
}
