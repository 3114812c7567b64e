/** What of the shop's condition wants somebody's attention, the worst first. */
import type { StatusBody } from '#contract/status.ts';
import { jobName, spanText } from './words.ts';

export type Finding = { readonly tone: 'bad' | 'warn'; readonly text: string };

const DUE_LATE_SECONDS = 300;
const DISK_LOW_SHARE = 0.1;
const DISK_FULL_SHARE = 0.03;
const CONNECTIONS_FULL_SHARE = 0.9;
const REPLICA_LATE_SECONDS = 30;
const SLOW_MS = 2_500;
const LATE_TIMERS_MS = 200;
const FAULTS_SHARE = 0.01;
const WINDOW_MINUTES = 5;
const PAYMENT_OPEN_MS = 3_600_000;
const BACKUP_OLD_MS = 26 * 3_600_000;
const STALLED_IMPORT_MS = 120_000;
const DAY_MS = 86_400_000;

export function findingsOf(status: StatusBody): Finding[] {
  const nowMs = Date.parse(status.at);
  const bad: string[] = [];
  const warn: string[] = [];
  const { database, requests, jobs, mail, payments, processes, imports, backup } = status;

  const asked = requests.perMinute * WINDOW_MINUTES;
  if (requests.faults > 0)
    (requests.faults >= asked * FAULTS_SHARE ? bad : warn).push(
      `${count(requests.faults, 'request')} ended in a fault in the last five minutes.`,
    );
  if (requests.p95Ms !== null && requests.p95Ms > SLOW_MS)
    warn.push(`Requests are slow: five of a hundred take more than ${SLOW_MS / 1_000} s.`);

  if (!processes.some(({ state }) => state === 'alive')) bad.push('No process has given a sign of life.');
  const silent = processes.filter(
    ({ state, beatAt }) => state === 'silent' && nowMs - Date.parse(beatAt) < DAY_MS,
  );
  if (silent.length > 0)
    warn.push(
      `${count(silent.length, 'process', 'processes')} went silent without saying goodbye in the last day.`,
    );
  const alive = processes.filter(({ state }) => state === 'alive');
  if (new Set(alive.map(({ version }) => version)).size > 1)
    warn.push('Processes of different versions are alive.');
  if (alive.some(({ eventLoopDelayMs }) => eventLoopDelayMs > LATE_TIMERS_MS))
    warn.push('A process is so busy that everybody waits for it.');
  if (alive.some(({ connections }) => connections.waiting > 0))
    warn.push('Requests wait for a connection to the database.');

  if (database.connections.used >= database.connections.limit * CONNECTIONS_FULL_SHARE)
    bad.push('The database has hardly a connection left.');
  if (database.replica !== null) {
    const { behindSeconds } = database.replica;
    if (behindSeconds === null) bad.push('The replica of the database is not within reach.');
    else if (behindSeconds > REPLICA_LATE_SECONDS)
      warn.push(`The replica is ${spanText(behindSeconds)} behind: the primary is read from.`);
  }
  if (database.disk !== null) {
    const share = database.disk.freeBytes / database.disk.totalBytes;
    if (share < DISK_FULL_SHARE) bad.push('The disk is nearly full: soon nothing can be written.');
    else if (share < DISK_LOW_SHARE) warn.push('Less than a tenth of the disk is free.');
  }

  for (const { job, waiting, oldestDueSeconds, failed } of jobs) {
    if (waiting > 0 && oldestDueSeconds > DUE_LATE_SECONDS)
      bad.push(`${jobName(job)}: ${waiting} should have been done ${spanText(oldestDueSeconds)} ago.`);
    if (failed > 0 && !job.startsWith('mail-')) bad.push(`${jobName(job)}: ${failed} failed for good.`);
  }
  if (mail.failed > 0) bad.push(`${count(mail.failed, 'mail')} could not be delivered.`);
  if (mail.retrying > 0)
    warn.push(`${count(mail.retrying, 'mail')} could not be delivered yet; they are tried again.`);

  if (payments.stray > 0) bad.push(`${count(payments.stray, 'payment')} found no order to pay.`);
  if (payments.oldestOpenAt !== null && nowMs - Date.parse(payments.oldestOpenAt) > PAYMENT_OPEN_MS)
    warn.push(
      `A payment has been open for ${spanText((nowMs - Date.parse(payments.oldestOpenAt)) / 1_000)}.`,
    );
  for (const { fileName, beatAt } of imports) {
    if (nowMs - Date.parse(beatAt) > STALLED_IMPORT_MS) warn.push(`The import of ${fileName} does not move.`);
  }
  if (backup === null) warn.push('There is no backup.');
  else if (nowMs - Date.parse(backup.at) > BACKUP_OLD_MS)
    warn.push(`The last backup is ${spanText((nowMs - Date.parse(backup.at)) / 1_000)} old.`);

  return [
    ...bad.map((text): Finding => ({ tone: 'bad', text })),
    ...warn.map((text): Finding => ({ tone: 'warn', text })),
  ];
}

const count = (many: number, one: string, more = `${one}s`): string =>
  many === 1 ? `One ${one}` : `${many} ${more}`;
