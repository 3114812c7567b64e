/** Numbers for whoever looks after the shop: the database itself, payments that wait, imports under way. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

export type DatabaseFigures = {
  readonly version: string;
  readonly migration: string;
  readonly sizeBytes: number;
  readonly used: number;
  readonly limit: number;
  /** What the server last archived of its log; null where it archives nothing. */
  readonly archivedAt: Date | null;
};

export async function databaseFigures(db: Db): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
           (SELECT max(name) FROM kysely_migration) AS migration,
           pg_database_size(current_database()) AS "sizeBytes",
           (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
           current_setting('max_connections')::int AS limit,
           (SELECT last_archived_time FROM pg_stat_archiver) AS "archivedAt"`.execute(db);
  const [figures] = rows;
  if (figures === undefined) throw new Error('the database says nothing of itself');
  return figures;
}

/** How many seconds a replica is behind; 0 where it has replayed all that it was sent, or is no replica. */
export async function replicaLag(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT CASE WHEN NOT pg_is_in_recovery() OR pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
                ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8
           END AS seconds`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

export type PaymentFigures = {
  readonly unpaidOrders: number;
  readonly open: number;
  readonly oldestOpenAt: Date | null;
  /** That found no order and have not been given back. */
  readonly stray: number;
};

export async function paymentFigures(db: Db): Promise<PaymentFigures> {
  const { rows } = await sql<PaymentFigures>`
    SELECT (SELECT count(*)::int FROM shop_order WHERE status = 'unpaid') AS "unpaidOrders",
           count(*)::int AS open, min(created_at) AS "oldestOpenAt",
           (SELECT count(*)::int FROM stray_payment LEFT JOIN refunded_payment given USING (intent_id)
            WHERE coalesce(given.claimed_minor, 0) < stray_payment.amount_minor) AS stray
    FROM payment_attempt WHERE status = 'open'`.execute(db);
  return rows[0] ?? { unpaidOrders: 0, open: 0, oldestOpenAt: null, stray: 0 };
}

/** Imports that are being read, checked or applied. */
export async function importsUnderWay(db: Db) {
  return db
    .selectFrom('import_run')
    .select(['id', 'file_name', 'state', 'created_at', 'beat_at'])
    .where('state', 'in', ['reading', 'checking', 'applying'])
    .orderBy('created_at')
    .execute();
}
