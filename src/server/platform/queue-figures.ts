/** How the job queue stands. */
import { sql } from 'kysely';
import type { Db } from './db/database.ts';

export type QueueFigures = {
  readonly job: string;
  /** Due, and not yet taken. */
  readonly waiting: number;
  /** Of those that wait, due or not: has failed at least once and will be tried again. */
  readonly retrying: number;
  /** To be done at a later time. */
  readonly scheduled: number;
  readonly active: number;
  /** Given up. */
  readonly failed: number;
  /** How long the oldest job has been due, in seconds; 0 where none is. */
  readonly oldestDueSeconds: number;
  /** Why the latest failed one failed; null where none did. */
  readonly lastFailure: string | null;
};

/** One line for each kind of job that there is, in the order of their names. What is done is not counted. */
export async function queueFigures(db: Db): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    SELECT queue.name AS job,
           count(*) FILTER (WHERE open.state IN ('created', 'retry') AND open.start_after <= now())::int AS waiting,
           count(*) FILTER (WHERE open.state = 'retry')::int AS retrying,
           count(*) FILTER (WHERE open.state = 'created' AND open.start_after > now())::int AS scheduled,
           count(*) FILTER (WHERE open.state = 'active')::int AS active,
           count(*) FILTER (WHERE open.state = 'failed')::int AS failed,
           coalesce(extract(epoch FROM now() - min(open.start_after)
             FILTER (WHERE open.state IN ('created', 'retry') AND open.start_after <= now())), 0)::float8
             AS "oldestDueSeconds",
           (array_agg(left(coalesce(open.output->>'message', open.output->>'value', ''), 300)
             ORDER BY open.completed_on DESC) FILTER (WHERE open.state = 'failed'))[1] AS "lastFailure"
    FROM job_queue.queue
    LEFT JOIN job_queue.job AS open
      ON open.name = queue.name AND open.state IN ('created', 'retry', 'active', 'failed')
    WHERE queue.name NOT LIKE '\\_\\_%'
    GROUP BY queue.name
    ORDER BY queue.name`.execute(db);
  return rows;
}
