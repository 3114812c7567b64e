/** `npm run cli -- reconcile`: compares the books with the payment provider, and says what it found. */
import { auditOfCommand } from '#server/audit/audit.ts';
import { beginReconciliation, readReconciliation } from '#server/payments/begin-reconciliation.ts';
import { workOnReconciliation } from '#server/payments/reconcile.ts';
import type { Config } from '#server/platform/config.ts';
import type { Databases } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { openQueue } from '#server/platform/queue.ts';
import { openPayments } from './assemble.ts';
import { CommandError } from './command-error.ts';
import { secretsOf } from './secrets.ts';

const DAYS_MAX = 365;
/** Where a shop works on the same comparison, this one waits for its end. */
const LOOK_AGAIN_MS = 1_000;

export type ReconcileContext = {
  readonly config: Config;
  readonly databases: Databases;
  readonly dataDir: string;
  readonly log: Log;
};

/**
 * Compares, and answers what there is to say about it. A comparison that the shop has under way is joined.
 *
 * @throws CommandError where something is left for a person to look at, so that whoever runs it by a timer hears of it
 */
export async function runReconcile(context: ReconcileContext, daysText: string | undefined): Promise<string> {
  const days = daysText === undefined ? 3 : Number(daysText);
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX)
    throw new CommandError(`--days takes a whole number from 1 to ${DAYS_MAX}`);
  const { config, databases, dataDir, log } = context;
  const now = () => new Date();
  const secrets = await secretsOf(config, dataDir);
  // Nothing is delivered by this process, so no port of a shop is needed.
  const money = await openPayments({ config, secrets, databases, dataDir, port: 0, origin: '', log, now });
  const queue = await openQueue(databases.writePool, log);
  const { enqueue, jobStatement } = queue;
  const deps = { databases, enqueue, jobStatement, payments: money.provider, log, now };
  try {
    const runId = await beginReconciliation(deps, {
      by: null,
      days,
      audit: auditOfCommand('books.compared', now),
    });
    const stopping = new AbortController().signal;
    for (;;) {
      await workOnReconciliation(deps, runId, stopping);
      const run = await readReconciliation(deps, runId);
      if (run.state === 'running') {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
        continue;
      }
      const found = run.findings.map(
        ({ outcome, subject, orderId, detail }) =>
          `${outcome === 'repaired' ? 'Put right' : 'Look at'}  ${subject}${orderId === null ? '' : `  ${orderId}`}  ${detail}`,
      );
      const seen = `${run.paymentsSeen} payments and ${run.refundsSeen} refunds since ${run.from}`;
      const sum = `${run.repaired} put right, ${run.reported} to look at, of ${seen}`;
      const text = [...found, run.fault === null ? sum : `Given up: ${run.fault}`].join('\n');
      if (run.state === 'failed' || run.reported > 0) throw new CommandError(text);
      return text;
    }
  } finally {
    await queue.stop();
    await money.stop();
  }
}
