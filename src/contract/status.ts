/** How the shop does: what its owner asks for when something seems wrong. */
import * as z from 'zod';
import { Moment } from './fields.ts';
import { operations } from './kernel/operation.ts';
import { NOT_FOUND } from './refusals.ts';

const Count = z.number().int().nonnegative();
const Seconds = z.number().nonnegative();
const JobName = z.string().regex(/^[a-z-]{1,60}$/);

export const ProcessBody = z.object({
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  startedAt: Moment,
  /** Its last sign of life. */
  beatAt: Moment,
  state: z.enum(['alive', 'silent', 'stopped']),
  memoryBytes: Count,
  /** How late timers were, at worst in a hundred. */
  eventLoopDelayMs: z.number().nonnegative(),
  connections: z.object({ used: Count, idle: Count, waiting: Count }),
});
export type ProcessBody = z.output<typeof ProcessBody>;

export const JobsBody = z.object({
  job: z.string(),
  /** Due, and not yet taken. */
  waiting: Count,
  oldestDueSeconds: Seconds,
  retrying: Count,
  scheduled: Count,
  active: Count,
  /** Given up. */
  failed: Count,
  lastFailure: z.string().nullable(),
});
export type JobsBody = z.output<typeof JobsBody>;

export const StatusBody = z
  .object({
    at: Moment,
    database: z.object({
      version: z.string(),
      migration: z.string(),
      answeredInMs: z.number().nonnegative(),
      sizeBytes: Count,
      connections: z.object({ used: Count, limit: Count }),
      /** How far the replica is behind; null seconds where it can't be reached, null where there is none. */
      replica: z.object({ behindSeconds: Seconds.nullable() }).nullable(),
      /** The disk of the data directory; null where the database is a server elsewhere. */
      disk: z.object({ freeBytes: Count, totalBytes: Count }).nullable(),
    }),
    /** Of the last five minutes, all processes together. */
    requests: z.object({
      perMinute: z.number().nonnegative(),
      /** Answered by a fault or an outage. */
      faults: Count,
      /** Of a hundred, so many took no longer than this; null where there were none. */
      p95Ms: z.number().nonnegative().nullable(),
    }),
    processes: z.array(ProcessBody),
    jobs: z.array(JobsBody),
    /** Mails that were not delivered: given up, and to be tried again. */
    mail: z.object({ failed: Count, retrying: Count, goesTo: z.enum(['server', 'folder']) }),
    payments: z.object({
      unpaidOrders: Count,
      /** Begun and not ended. */
      open: Count,
      oldestOpenAt: Moment.nullable(),
      /** Payments that found no payable order. */
      stray: Count,
      webhookSeenAt: Moment.nullable(),
    }),
    imports: z.array(
      z.object({ id: z.uuid(), fileName: z.string(), state: z.string(), startedAt: Moment, beatAt: Moment }),
    ),
    /** Of the embedded database by `backup`; of a server, what it last archived. Null where there is none. */
    backup: z.object({ at: Moment, kind: z.enum(['backup', 'archive']), isVerified: z.boolean() }).nullable(),
  })
  .meta({ id: 'Status' });
export type StatusBody = z.output<typeof StatusBody>;

export const status = operations({
  statusGet: {
    method: 'GET',
    path: '/status',
    access: 'admin',
    noun: 'status',
    summary: 'How the shop does: database, processes, jobs, mail, payments, imports, backup',
    output: StatusBody,
  },
  statusRetryJobs: {
    method: 'POST',
    path: '/status/jobs/{job}/retry',
    access: 'admin',
    noun: 'status',
    summary: 'Try the failed jobs of a kind again',
    params: z.object({ job: JobName }),
    body: z.object({}),
    output: z.object({ retried: Count }),
    refusals: { NOT_FOUND },
    audit: 'jobs.retried',
  },
});
