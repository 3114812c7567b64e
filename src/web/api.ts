/**
 * The operations of the shop, as pages call them: in this process while a page is rendered on the server, over HTTP in
 * the browser. Both have the same type, so a page never knows which it has.
 */

import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { browserClient } from './calls/browser-client.ts';

/** The client of the operations: `api().partsGet({ params: { partsId } })`. */
export const api = createIsomorphicFn()
  .server((): Client<ShopTable> => {
    const context = getGlobalStartContext();
    if (context === undefined) throw new Error('A page was rendered outside a request');
    return context.api;
  })
  .client((): Client<ShopTable> => browserClient);

/** Whether the same call may go well a moment later: faults, too many requests, no connection; never a refusal. */
export function isWorthRetrying(error: unknown): boolean {
  const problem = problemOf(error);
  if (problem === null) return true;
  return (
    problem.status >= 500 ||
    problem.status === 429 ||
    problem.code === 'NETWORK' ||
    problem.code === 'TIMEOUT'
  );
}

/** Whether a call failed because the thing is not there, or may not be known of. */
export function isNotFound(error: unknown): boolean {
  return problemOf(error)?.status === 404;
}
