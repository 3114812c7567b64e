/** How the shop does, gathered from everywhere. */
import { statfs } from 'node:fs/promises';
import type { ProcessBody, StatusBody } from '#contract/status.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { type QueueFigures, queueFigures } from '#server/platform/queue-figures.ts';
import {
  databaseFigures,
  importsUnderWay,
  paymentFigures,
  replicaLag,
} from '#server/read-models/incident.ts';
import { p95Ms, WINDOW_MINUTES } from './figures.ts';
import { newestProcesses, type ProcessRow } from './process-store.ts';

export type StatusDeps = {
  readonly databases: Databases;
  readonly now: () => Date;
  readonly mail: 'server' | 'folder';
  /** Where the embedded database is; undefined where the database is a server's. */
  readonly embeddedIn: string | undefined;
  readonly lastBackup: () => Promise<{ readonly endedAt: string; readonly isVerified: boolean } | undefined>;
};

/** After so long without a sign of life, a process is no longer taken for alive: three signs are missing. */
const SILENT_AFTER_SECONDS = 35;

export async function readStatus(deps: StatusDeps): Promise<StatusBody> {
  const { databases, now, mail } = deps;
  const db = databases.write;
  const startedMs = performance.now();
  const database = await databaseFigures(db);
  const answeredInMs = Math.round(performance.now() - startedMs);
  // One after the other: whoever looks in an incident takes no more than one connection.
  const processes = await newestProcesses(db);
  const jobs = await queueFigures(db);
  const payments = await paymentFigures(db);
  const imports = await importsUnderWay(db);
  const [replica, disk, backup] = await Promise.all([
    replicaOf(deps),
    diskOf(deps),
    backupOf(deps, database.archivedAt),
  ]);
  const alive = processes.filter((each) => stateOf(each) === 'alive').map(({ figures }) => figures);
  const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
  const mails = jobs.filter(({ job }) => job.startsWith('mail-'));
  const webhooks = processes.map(({ figures }) => figures.webhookSeenAt).filter((at) => at !== null);
  return {
    at: now().toISOString(),
    database: {
      version: database.version,
      migration: database.migration,
      answeredInMs,
      sizeBytes: database.sizeBytes,
      connections: { used: database.used, limit: database.limit },
      replica,
      disk,
    },
    requests: {
      perMinute: Math.round((total(alive.map(({ requests }) => requests)) / WINDOW_MINUTES) * 10) / 10,
      faults: total(alive.map(({ faults }) => faults)),
      p95Ms: p95Ms(alive),
    },
    processes: processes.map(processBody),
    jobs: jobs.map(({ oldestDueSeconds, ...job }) => ({
      ...job,
      oldestDueSeconds: Math.max(0, oldestDueSeconds),
    })),
    mail: {
      failed: total(mails.map(({ failed }: QueueFigures) => failed)),
      retrying: total(mails.map(({ retrying }: QueueFigures) => retrying)),
      goesTo: mail,
    },
    payments: {
      ...payments,
      oldestOpenAt: payments.oldestOpenAt?.toISOString() ?? null,
      webhookSeenAt: webhooks.toSorted().at(-1) ?? null,
    },
    imports: imports.map((run) => ({
      id: run.id,
      fileName: run.file_name,
      state: run.state,
      startedAt: run.created_at.toISOString(),
      beatAt: run.beat_at.toISOString(),
    })),
    backup,
  };
}

function stateOf({ stoppedAt, silentSeconds }: ProcessRow): ProcessBody['state'] {
  if (stoppedAt !== null) return 'stopped';
  return silentSeconds > SILENT_AFTER_SECONDS ? 'silent' : 'alive';
}

const processBody = (row: ProcessRow): ProcessBody => ({
  host: row.host,
  pid: row.pid,
  version: row.version,
  startedAt: row.startedAt.toISOString(),
  beatAt: row.beatAt.toISOString(),
  state: stateOf(row),
  memoryBytes: row.figures.memoryBytes,
  eventLoopDelayMs: row.figures.eventLoopDelayMs,
  connections: row.figures.connections,
});

async function replicaOf({ databases: { replica } }: StatusDeps): Promise<StatusBody['database']['replica']> {
  if (replica === undefined) return null;
  // A replica that is away is a finding, not a failure of the look.
  return { behindSeconds: await replicaLag(replica.db).catch(() => null) };
}

async function diskOf({ embeddedIn }: StatusDeps): Promise<StatusBody['database']['disk']> {
  if (embeddedIn === undefined) return null;
  const { bavail, blocks, bsize } = await statfs(embeddedIn);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

async function backupOf(
  { lastBackup, embeddedIn }: StatusDeps,
  archivedAt: Date | null,
): Promise<StatusBody['backup']> {
  const last = embeddedIn === undefined ? undefined : await lastBackup();
  if (last !== undefined) return { at: last.endedAt, kind: 'backup', isVerified: last.isVerified };
  return archivedAt === null ? null : { at: archivedAt.toISOString(), kind: 'archive', isVerified: false };
}
