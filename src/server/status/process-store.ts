/** The only writer of the processes that are, and were, alive. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { Figures } from './figures.ts';

export type OwnProcess = {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: Date;
};

/** Notes a sign of life. */
export async function noteBeat(db: Db, own: OwnProcess, figures: Figures): Promise<void> {
  await sql`
    INSERT INTO shop_process (id, host, pid, version, started_at, figures)
    VALUES (${own.id}::uuid, ${own.host}, ${own.pid}::int, ${own.version}, ${own.startedAt}::timestamptz,
            ${JSON.stringify(figures)}::jsonb)
    ON CONFLICT (id) DO UPDATE SET figures = excluded.figures, beat_at = clock_timestamp(), stopped_at = NULL`.execute(
    db,
  );
}

/** Notes that a process says goodbye. */
export async function noteStop(db: Db, id: string): Promise<void> {
  await sql`UPDATE shop_process SET stopped_at = clock_timestamp(), beat_at = clock_timestamp() WHERE id = ${id}::uuid`.execute(
    db,
  );
}

/** Forgets processes that have been silent for so many days. */
export async function forgetSilent(db: Db, days: number): Promise<void> {
  await sql`DELETE FROM shop_process WHERE beat_at < clock_timestamp() - make_interval(days => ${days}::int)`.execute(
    db,
  );
}

export type ProcessRow = OwnProcess & {
  readonly beatAt: Date;
  readonly stoppedAt: Date | null;
  readonly silentSeconds: number;
  readonly figures: Figures;
};

/** The 50 that were heard of last. */
export async function newestProcesses(db: Db): Promise<ProcessRow[]> {
  const { rows } = await sql<Omit<ProcessRow, 'figures'> & { readonly figures: unknown }>`
    SELECT id, host, pid, version, started_at AS "startedAt", beat_at AS "beatAt", stopped_at AS "stoppedAt",
           extract(epoch FROM clock_timestamp() - beat_at)::float8 AS "silentSeconds", figures
    FROM shop_process ORDER BY beat_at DESC LIMIT 50`.execute(db);
  return rows.map((row) => ({ ...row, figures: Figures.parse(row.figures) }));
}
