/** Answers the operations of status. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { status } from '#contract/status.ts';
import { refuse } from '#domain/refusal.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Queue } from '#server/platform/queue.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { readStatus, type StatusDeps } from './read-status.ts';

export function statusHandlers(
  deps: StatusDeps & { readonly retryFailed: Queue['retryFailed'] },
): Handlers<typeof status, ShopCallers> {
  return {
    statusGet: () => readStatus(deps),
    statusRetryJobs: ({ params: { job }, audit }) =>
      inTransaction(deps.databases.write, async (tx) => {
        const retried = await deps.retryFailed(tx, job);
        if (retried === undefined) return refuse('NOT_FOUND');
        await audit.write(tx, { object: { kind: 'jobs', id: job }, after: { retried } });
        return { retried };
      }),
  };
}
