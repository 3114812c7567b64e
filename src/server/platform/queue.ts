/**
 * The job queue (pg-boss, in the shop's own database). A job is enqueued in the transaction of the change that wants it,
 * so it exists exactly when the change does. Jobs may run twice and must be safe to. One that throws is tried again, for
 * more than half a day; one that throws `FinalFailure` is given up.
 */

import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Tx } from './db/database.ts';
import { answeredWithin } from './db/pool.ts';
import { FinalFailure } from './final-failure.ts';
import type { Log } from './log.ts';
import { watchJob } from './telemetry.ts';

/** Every job of the shop: name → what it carries. */
export type Jobs = {
  /** Expire this order if it is still unpaid. */
  'expire-order': { readonly orderId: string };
  /** Tell the buyer about their order. */
  'mail-about-order': {
    readonly orderId: string;
    readonly event: 'placed' | 'paid' | 'cancelled' | 'expired';
  };
  /** Ask the payment provider for a refund that is in the books. */
  'send-refund': { readonly refundId: string };
  /** Tell the buyer that money is on its way back. */
  'mail-about-refund': { readonly refundId: string };
  /** Compare the books with the payment provider, page after page; one that takes long hands itself on. */
  'reconcile-payments': { readonly runId: string };
  /** Send somebody the link that verifies their email. Each `mailId` is one mail, however often its job runs. */
  'mail-email-verification': {
    readonly userId: string;
    readonly mailId: string;
    /** The account was just made: the mail welcomes, too. */
    readonly isNew?: boolean;
  };
  /** Send whoever has this address, if anyone does, the link that sets a new password. */
  'mail-password-reset': { readonly email: string; readonly mailId: string };
  /** Tell somebody what has changed about the safety of their account. Each `mailId` is one mail. */
  'mail-security-notice': {
    readonly userId: string;
    readonly about:
      | 'second-factor-on'
      | 'second-factor-off'
      | 'second-factor-reset'
      | 'recovery-codes-new'
      | 'recovery-code-used'
      | 'wrong-codes'
      | 'password-changed'
      | 'account-claimed';
    /** ISO 8601. */
    readonly at: string;
    readonly mailId: string;
  };
  /** Write to somebody about their subscription to the newsletter, as it is then. Each `noticeId` is one mail. */
  'mail-about-newsletter': {
    readonly requestId: string;
    readonly about: 'confirmation' | 'welcome' | 'already';
    readonly noticeId: string;
  };
  /** Check or apply an import, batch after batch; one that takes long hands itself on to another job. */
  'work-on-import': { readonly importId: string };
};
export type JobName = keyof Jobs;
export type JobHandlers = { readonly [N in JobName]: (data: Jobs[N]) => Promise<void> };

export type JobOptions = {
  /** A number is seconds from now, by the database's clock. */
  startAfter?: Date | number;
};

export type Enqueue = <N extends JobName>(
  tx: Tx,
  name: N,
  data: Jobs[N],
  options?: JobOptions,
) => Promise<void>;

/** The statement that enqueues a job, for those who send it with others; nothing is sent by this. */
export type JobStatement = <N extends JobName>(
  name: N,
  data: Jobs[N],
  options?: JobOptions,
) => Promise<CompiledQuery>;

export type Queue = {
  readonly enqueue: Enqueue;
  readonly jobStatement: JobStatement;
  /** Starts to work on jobs in this process. */
  work(handlers: JobHandlers): Promise<void>;
  /** Lets the failed jobs of a kind be tried again, 1,000 at most; answers how many. Undefined: there is no such kind. */
  retryFailed(tx: Tx, name: string): Promise<number | undefined>;
  /** Finishes the jobs under way (10 s at most) and stops. */
  stop(): Promise<void>;
};

// The pauses double from 5 s to 2 h, so these tries span more than half a day: an outage of mail or payments heals before
// they run out.
const RETRY = { retryLimit: 18, retryDelay: 5, retryBackoff: true, retryDelayMax: 7_200 } as const;
// Where there is more to do, the next batch follows at once; a batch of one would be followed by half a second of rest.
const WORK = {
  pollingIntervalSeconds: 0.5,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  // When each was enqueued.
  includeMetadata: true,
} as const;
/**
 * What mails are about. Those of a batch that are about several things are sent at the same time, since all that they wait for is a mail
 * server; those about one in the order in which they were enqueued, so that an order is mostly told to be placed before it is told to be
 * paid. All other jobs are done one after the other.
 */
const SUBJECT_OF_MAIL: { readonly [N in JobName]?: (data: Jobs[N]) => string } = {
  'mail-about-order': ({ orderId }) => orderId,
  'mail-about-refund': ({ refundId }) => refundId,
  'mail-about-newsletter': ({ requestId }) => requestId,
  'mail-email-verification': ({ userId }) => userId,
  'mail-password-reset': ({ email }) => email,
  'mail-security-notice': ({ userId }) => userId,
};
/** Done jobs are deleted by one statement, a week after: once a day, as the package does unless told, it may be too many for one. */
const DELETE_EVERY_SECONDS = 600;
/** Longer than the server lets a statement run: a connection that is silent for so long is dead. */
const ANSWER_WITHIN_MS = 35_000;
const NAMES = [
  'expire-order',
  'mail-about-order',
  'mail-email-verification',
  'mail-about-newsletter',
  'mail-password-reset',
  'mail-security-notice',
  'work-on-import',
  'send-refund',
  'mail-about-refund',
  'reconcile-payments',
] as const satisfies readonly JobName[];
/** What the queue's package is answered for a statement that is only noted. */
const NOTED = { id: '' };
/** What is installed of the queue, beside its package's own. */
export const QUEUES = { names: NAMES, retry: RETRY };

const open = (pool: pg.Pool, log: Log, install: boolean): PgBoss => {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        pool.query(answeredWithin(values === undefined ? { text } : { text, values }, ANSWER_WITHIN_MS)),
    },
    schema: 'job_queue',
    migrate: install,
    createSchema: install,
    supervise: !install,
    maintenanceIntervalSeconds: DELETE_EVERY_SECONDS,
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  return boss;
};

/** Carries out jobs at the same time; those of one subject one after the other, as they were enqueued. */
async function carryOutAll<Job extends Pick<JobWithMetadata, 'createdOn'>>(
  jobs: readonly Job[],
  subjectOf: (job: Job) => string | undefined,
  carryOut: (job: Job) => Promise<JobResult>,
): Promise<JobResult[]> {
  // A batch comes in no order that is promised.
  const asEnqueued = jobs.toSorted((one, other) => one.createdOn.getTime() - other.createdOn.getTime());
  const results = await Promise.all(
    [...Map.groupBy(asEnqueued, subjectOf).values()].map(async (ofSubject) => {
      const done: JobResult[] = [];
      for (const job of ofSubject) done.push(await carryOut(job));
      return done;
    }),
  );
  return results.flat();
}

/** Installs or upgrades the queue's own schema: part of migrating, never done by a serving process. */
export async function installQueue(pool: pg.Pool, log: Log): Promise<void> {
  const boss = open(pool, log, true);
  await boss.start();
  for (const name of NAMES) {
    if ((await boss.getQueue(name)) === null) await boss.createQueue(name, RETRY);
    else await boss.updateQueue(name, RETRY);
  }
  await boss.stop({ graceful: false, close: false });
}

/** Opens the installed queue. */
export async function openQueue(pool: pg.Pool, log: Log): Promise<Queue> {
  const boss = open(pool, log, false);
  await boss.start();
  const jobStatement: JobStatement = async (name, data, options = {}) => {
    const asked: CompiledQuery[] = [];
    const notes: ReturnType<typeof fromKysely> = {
      async executeSql(text, values = []) {
        asked.push(CompiledQuery.raw(text, [...values]));
        return { rows: [NOTED] };
      },
    };
    await boss.send(name, data, { ...options, db: notes });
    const [statement, ...more] = asked;
    if (statement === undefined || more.length > 0)
      throw new Error(`${name} is not enqueued by one statement`);
    return statement;
  };
  return {
    jobStatement,
    async enqueue(tx, name, data, options) {
      await tx.executeQuery(await jobStatement(name, data, options));
    },
    async work(handlers) {
      const workOn = <N extends JobName>(name: N) =>
        boss.work<Jobs[N], void, typeof WORK>(name, WORK, async (jobs) => {
          const carryOut = async (job: JobWithMetadata<Jobs[N]>): Promise<JobResult> => {
            try {
              await watchJob({ job: name, jobId: job.id }, () => handlers[name](job.data));
              return { id: job.id, status: 'completed' };
            } catch (error) {
              const isFinal = error instanceof FinalFailure;
              const line = { err: error, job: name, jobId: job.id };
              if (isFinal) log.error(line, 'job failed for good');
              else log.warn(line, 'job failed, will be tried again');
              const message = error instanceof Error ? error.message : String(error);
              // There is no queue for dead letters, so that word only says: no more tries.
              return { id: job.id, status: isFinal ? 'deadletter' : 'failed', output: { message } };
            }
          };
          return carryOutAll(jobs, ({ data }) => SUBJECT_OF_MAIL[name]?.(data), carryOut);
        });
      for (const name of NAMES) await workOn(name);
    },
    async retryFailed(tx, name) {
      if (!NAMES.some((known) => known === name)) return undefined;
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM job_queue.job WHERE name = ${name} AND state = 'failed' ORDER BY created_on LIMIT 1000`.execute(
        tx,
      );
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await boss.retry(name, ids, { db: fromKysely(tx) });
      return rows.length;
    },
    stop: () => boss.stop({ graceful: true, close: false, timeout: 10_000 }),
  };
}
