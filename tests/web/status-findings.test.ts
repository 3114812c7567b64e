import { describe, expect, it } from 'vitest';
import type { StatusBody } from '#contract/status.ts';
import { findingsOf } from '#web/features/status/findings.ts';
import { jobName, sizeText, spanText } from '#web/features/status/words.ts';

const AT = '2026-11-21T12:00:00.000Z';
const ago = (seconds: number) => new Date(Date.parse(AT) - seconds * 1_000).toISOString();
const HOUR = 3_600;

const PROCESS: StatusBody['processes'][number] = {
  host: 'one',
  pid: 1,
  version: '1.0.0',
  startedAt: ago(HOUR),
  beatAt: ago(5),
  state: 'alive',
  memoryBytes: 2e8,
  eventLoopDelayMs: 21,
  connections: { used: 1, idle: 2, waiting: 0 },
};
const JOB: StatusBody['jobs'][number] = {
  job: 'expire-order',
  waiting: 0,
  oldestDueSeconds: 0,
  retrying: 0,
  scheduled: 9,
  active: 0,
  failed: 0,
  lastFailure: null,
};
const WELL: StatusBody = {
  at: AT,
  database: {
    version: '18.4',
    migration: '0018_processes',
    answeredInMs: 2,
    sizeBytes: 1e9,
    connections: { used: 12, limit: 100 },
    replica: { behindSeconds: 0.2 },
    disk: { freeBytes: 5e10, totalBytes: 1e11 },
  },
  requests: { perMinute: 100, faults: 0, p95Ms: 250 },
  processes: [PROCESS],
  jobs: [JOB],
  mail: { failed: 0, retrying: 0, goesTo: 'server' },
  payments: { unpaidOrders: 3, open: 1, oldestOpenAt: ago(60), stray: 0, webhookSeenAt: ago(30) },
  imports: [{ id: 'a', fileName: 'parts.csv', state: 'applying', startedAt: ago(300), beatAt: ago(2) }],
  backup: { at: ago(20 * HOUR), kind: 'backup', isVerified: true },
};
const texts = (change: Partial<StatusBody>) =>
  findingsOf({ ...WELL, ...change }).map(({ tone, text }) => `${tone}: ${text}`);

describe('what wants attention', () => {
  it('is nothing where all is well', () => {
    expect(findingsOf(WELL)).toEqual([]);
  });

  it.each<[string, Partial<StatusBody>]>([
    [
      'bad: 9 requests ended in a fault in the last five minutes.',
      { requests: { perMinute: 100, faults: 9, p95Ms: 9 } },
    ],
    [
      'warn: One request ended in a fault in the last five minutes.',
      { requests: { perMinute: 100, faults: 1, p95Ms: 9 } },
    ],
    [
      'warn: Requests are slow: five of a hundred take more than 2.5 s.',
      { requests: { perMinute: 1, faults: 0, p95Ms: 5_000 } },
    ],
    ['bad: No process has given a sign of life.', { processes: [{ ...PROCESS, state: 'stopped' }] }],
    [
      'warn: One process went silent without saying goodbye in the last day.',
      { processes: [PROCESS, { ...PROCESS, state: 'silent', beatAt: ago(HOUR) }] },
    ],
    [
      'warn: Processes of different versions are alive.',
      { processes: [PROCESS, { ...PROCESS, version: '1.0.1' }] },
    ],
    [
      'warn: A process is so busy that everybody waits for it.',
      { processes: [{ ...PROCESS, eventLoopDelayMs: 900 }] },
    ],
    [
      'warn: Requests wait for a connection to the database.',
      { processes: [{ ...PROCESS, connections: { used: 20, idle: 0, waiting: 4 } }] },
    ],
    [
      'bad: The database has hardly a connection left.',
      { database: { ...WELL.database, connections: { used: 95, limit: 100 } } },
    ],
    [
      'bad: The replica of the database is not within reach.',
      { database: { ...WELL.database, replica: { behindSeconds: null } } },
    ],
    [
      'warn: The replica is 2 min behind: the primary is read from.',
      { database: { ...WELL.database, replica: { behindSeconds: 130 } } },
    ],
    [
      'bad: The disk is nearly full: soon nothing can be written.',
      { database: { ...WELL.database, disk: { freeBytes: 2, totalBytes: 100 } } },
    ],
    [
      'warn: Less than a tenth of the disk is free.',
      { database: { ...WELL.database, disk: { freeBytes: 9, totalBytes: 100 } } },
    ],
    [
      'bad: Unpaid orders that expire: 4 should have been done 10 min ago.',
      { jobs: [{ ...JOB, waiting: 4, oldestDueSeconds: 640 }] },
    ],
    ['bad: Unpaid orders that expire: 2 failed for good.', { jobs: [{ ...JOB, failed: 2 }] }],
    ['bad: One mail could not be delivered.', { mail: { failed: 1, retrying: 0, goesTo: 'server' } }],
    [
      'warn: 3 mails could not be delivered yet; they are tried again.',
      { mail: { failed: 0, retrying: 3, goesTo: 'server' } },
    ],
    ['bad: 2 payments found no order to pay.', { payments: { ...WELL.payments, stray: 2 } }],
    [
      'warn: A payment has been open for 3 h.',
      { payments: { ...WELL.payments, oldestOpenAt: ago(3 * HOUR) } },
    ],
    [
      'warn: The import of old.csv does not move.',
      {
        imports: [
          { id: 'b', fileName: 'old.csv', state: 'applying', startedAt: ago(HOUR), beatAt: ago(HOUR) },
        ],
      },
    ],
    ['warn: There is no backup.', { backup: null }],
    [
      'warn: The last backup is 3 d old.',
      { backup: { at: ago(80 * HOUR), kind: 'backup', isVerified: true } },
    ],
  ])('%s', (text, change) => {
    expect(texts(change)).toEqual([text]);
  });

  it('has the worst first', () => {
    expect(
      texts({ backup: null, mail: { failed: 1, retrying: 0, goesTo: 'server' } }).map((text) =>
        text.slice(0, 4),
      ),
    ).toEqual(['bad:', 'warn']);
  });
});

it('sizes and spans are said as people compare them', () => {
  expect([940, 1.25e6, 9.4e8, 9.997e8, 2.55e9, 3e13].map((bytes) => sizeText(bytes, 'en'))).toEqual([
    '0.9 kB',
    '1.3 MB',
    '940 MB',
    '1 GB',
    '2.6 GB',
    '30 TB',
  ]);
  expect([4.4, 59, 60, 3_599, 3_600, 172_799, 172_800].map(spanText)).toEqual([
    '4 s',
    '59 s',
    '1 min',
    '59 min',
    '1 h',
    '47 h',
    '2 d',
  ]);
  expect(jobName('retry-later-on')).toBe('Retry later on');
});
