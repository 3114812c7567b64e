/** Time of the job queue, which goes by the database's clock. */
import type { Databases } from '#server/platform/db/database.ts';

/** Lets the pause of jobs before another try pass without waiting for it, where it would be over within 20 s. */
export async function passPause({ writePool }: Databases): Promise<void> {
  await writePool.query(
    "UPDATE job_queue.job SET start_after = now() WHERE state = 'retry' AND start_after < now() + interval '20 s'",
  );
}
