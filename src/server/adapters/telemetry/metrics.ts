/** What is counted and measured, under the names that OpenTelemetry gives such things, and under our own for the rest. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';
import {
  type Happening,
  happenings,
  type JobTrace,
  jobs,
  type RequestTrace,
  requests,
  statements,
} from '#server/platform/telemetry.ts';
import { type OutgoingCall, onOutgoing } from './outgoing.ts';

/** Connections of one pool. */
export type PoolFigures = { readonly used: number; readonly idle: number; readonly waiting: number };
/** One kind of job. */
export type QueueFigures = {
  readonly job: string;
  readonly waiting: number;
  readonly failed: number;
  /** How long the oldest job has been due, in seconds. */
  readonly oldestDueSeconds: number;
};
/** Answers that are kept: what was given since the start, and what there is now. */
export type AnswerFigures = {
  readonly hits: number;
  readonly misses: number;
  readonly restocked: number;
  readonly confirmed: number;
  readonly entries: number;
  readonly bytes: number;
};
/** What is asked for when metrics are collected. */
export type Figures = {
  readonly pools: () => Readonly<Record<string, PoolFigures>>;
  readonly queues: () => Promise<readonly QueueFigures[]>;
  /** Undefined until there is a shop. */
  readonly answers: () => AnswerFigures | undefined;
};

/** Seconds; from a cached answer to a long import. */
const BOUNDARIES = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const NANOSECONDS = 1e9;

/** Begins to measure; answers how to end it. */
export function measureAll(
  meter: Meter,
  figures: Figures,
  isOurs: (call: OutgoingCall) => boolean,
): () => void {
  const timed = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: BOUNDARIES } });
  const secondsSince = (startedMs: number) => (performance.now() - startedMs) / 1_000;

  const requestDuration = timed('http.server.request.duration', 'Requests, by operation');
  const onRequest = (message: unknown) => {
    const { method, asks, status, startedMs } = message as RequestTrace;
    requestDuration.record(secondsSince(startedMs), {
      'http.request.method': method,
      'http.route': asks,
      'http.response.status_code': status,
    });
  };
  requests.asyncEnd.subscribe(onRequest);

  const started = new WeakMap<object, number>();
  const begin = (message: unknown) => {
    if (message instanceof Object) started.set(message, performance.now());
  };
  const secondsOf = (message: unknown) =>
    secondsSince((message instanceof Object ? started.get(message) : undefined) ?? performance.now());
  const statementDuration = timed('db.client.operation.duration', 'Statements sent to the database');
  const onStatement = (message: unknown) =>
    statementDuration.record(secondsOf(message), { outcome: outcomeOf(message) });
  statements.start.subscribe(begin);
  statements.asyncEnd.subscribe(onStatement);

  const jobDuration = timed('mainshaft.job.duration', 'Jobs, by kind');
  const onJob = (message: unknown) =>
    jobDuration.record(secondsOf(message), { job: (message as JobTrace).job, outcome: outcomeOf(message) });
  jobs.start.subscribe(begin);
  jobs.asyncEnd.subscribe(onJob);

  const callDuration = timed('http.client.request.duration', 'Calls to other servers');
  const onCall = (call: OutgoingCall, status: number) => {
    if (isOurs(call)) return;
    callDuration.record(secondsSince(call.startedMs), {
      'server.address': call.host,
      'http.request.method': call.method,
      'http.response.status_code': status,
    });
  };
  const stopOutgoing = onOutgoing({ began() {}, ended: onCall, failed: (call) => onCall(call, 0) });

  const counts = meter.createCounter('mainshaft.happenings', {
    description: 'Orders, payments and searches, by what became of them, since this process began',
  });
  const onHappening = (message: unknown) => {
    const [thing = '', ...outcome] = (message as Happening).split(' ');
    counts.add(1, { thing, outcome: outcome.join(' ') });
  };
  happenings.subscribe(onHappening);

  const delay = observeProcess(meter);
  observeFigures(meter, figures);
  return () => {
    delay.disable();
    stopOutgoing();
    requests.asyncEnd.unsubscribe(onRequest);
    statements.start.unsubscribe(begin);
    statements.asyncEnd.unsubscribe(onStatement);
    jobs.start.unsubscribe(begin);
    jobs.asyncEnd.unsubscribe(onJob);
    happenings.unsubscribe(onHappening);
  };
}

/** Node's channels add the error to what they tell of. */
const outcomeOf = (message: unknown) => (message instanceof Object && 'error' in message ? 'failed' : 'done');

function observeProcess(meter: Meter) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  meter
    .createObservableGauge('nodejs.eventloop.delay', {
      description: 'How late timers were since the last look: what everybody waits while the process is busy',
      unit: 's',
    })
    .addCallback((result) => {
      result.observe(delay.percentile(50) / NANOSECONDS, { quantile: '0.5' });
      result.observe(delay.percentile(99) / NANOSECONDS, { quantile: '0.99' });
      result.observe(delay.max / NANOSECONDS, { quantile: '1' });
      delay.reset();
    });
  meter
    .createObservableGauge('process.memory.usage', { description: 'Memory of this process', unit: 'By' })
    .addCallback((result) => {
      const { rss, heapUsed, external } = process.memoryUsage();
      result.observe(rss, { kind: 'resident' });
      result.observe(heapUsed, { kind: 'heap' });
      result.observe(external, { kind: 'external' });
    });
  meter
    .createObservableCounter('process.cpu.time', { description: 'Time on processors', unit: 's' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user / 1e6, { kind: 'user' });
      result.observe(system / 1e6, { kind: 'system' });
    });
  meter
    .createObservableGauge('process.uptime', { description: 'Since this process began', unit: 's' })
    .addCallback((result) => result.observe(process.uptime()));
  return delay;
}

function observeFigures(meter: Meter, { pools, queues, answers }: Figures): void {
  observeAnswers(meter, answers);
  meter
    .createObservableGauge('db.client.connection.count', {
      description: 'Connections of each pool, and who waits for one',
    })
    .addCallback((result) => {
      for (const [pool, { used, idle, waiting }] of Object.entries(pools())) {
        result.observe(used, { pool, state: 'used' });
        result.observe(idle, { pool, state: 'idle' });
        result.observe(waiting, { pool, state: 'waiting' });
      }
    });
  const depth = meter.createObservableGauge('mainshaft.queue.jobs', {
    description: 'Jobs that are due or have failed',
  });
  const age = meter.createObservableGauge('mainshaft.queue.oldest', {
    description: 'How long the oldest job has been due',
    unit: 's',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { job, waiting, failed, oldestDueSeconds } of await queues()) {
        result.observe(depth, waiting, { job, state: 'waiting' });
        result.observe(depth, failed, { job, state: 'failed' });
        result.observe(age, oldestDueSeconds, { job });
      }
    },
    [depth, age],
  );
}

function observeAnswers(meter: Meter, answers: Figures['answers']): void {
  const given = meter.createObservableCounter('mainshaft.answers.given', {
    description:
      'Public answers: given as they are kept, or made; and of the kept ones, given other stock, or found to be true still',
  });
  const entries = meter.createObservableGauge('mainshaft.answers.kept', {
    description: 'Public answers that are kept',
  });
  const bytes = meter.createObservableGauge('mainshaft.answers.size', {
    description: 'The room that they take, of ANSWER_CACHE_MB',
    unit: 'By',
  });
  meter.addBatchObservableCallback(
    (result) => {
      const figures = answers();
      if (figures === undefined) return;
      result.observe(given, figures.hits, { how: 'kept' });
      result.observe(given, figures.misses, { how: 'made' });
      result.observe(given, figures.restocked, { how: 'restocked' });
      result.observe(given, figures.confirmed, { how: 'confirmed' });
      result.observe(entries, figures.entries);
      result.observe(bytes, figures.bytes);
    },
    [given, entries, bytes],
  );
}
