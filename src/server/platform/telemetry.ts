/**
 * What goes on in this process, told to whoever listens: requests, statements, jobs, and what happened to orders and
 * payments. Built on Node's own channels, so that a place that tells knows nobody who listens, and telling nobody costs
 * nothing. Personal data is never told.
 */
import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request, from its head until its answer has gone out. */
export type RequestTrace = {
  readonly method: string;
  /** Of the caller's own trace (W3C `traceparent`), as it was sent. */
  readonly parent: string | undefined;
  readonly startedMs: number;
  /** What was asked for: an operation's name, else the door (`page`, `file`, `media`, `health`, `api`). */
  asks: string;
  requestId: string | undefined;
  /** 0 while there is no answer, and where the caller went away before. */
  status: number;
};
export type StatementTrace = { readonly text: string };
export type JobTrace = { readonly job: string; readonly jobId: string };
/** Things that owners count. */
export type Happening =
  | 'order placed'
  | 'order paid'
  | 'order cancelled'
  | 'order expired'
  | 'payment stray'
  | 'search with hits'
  | 'search without hits';

export const requests = tracingChannel<unknown, RequestTrace>('mainshaft:request');
export const statements = tracingChannel<unknown, StatementTrace>('mainshaft:statement');
export const jobs = tracingChannel<unknown, JobTrace>('mainshaft:job');
export const happenings = channel('mainshaft:happening');

const traces = new WeakMap<ServerResponse, RequestTrace>();

/**
 * Answers a request at once where that can be done, else by `work`, and tells of it when the answer has gone out. Of an answer at
 * once nothing is prepared to be told where nobody traces requests: it would cost as much as the answer.
 *
 * @param isAnswered answers with what is kept, and says whether it did
 */
export function watchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  isAnswered: (request: IncomingMessage, response: ServerResponse) => boolean,
  work: () => void,
): void {
  if (requests.start.hasSubscribers) {
    traceRequest(request, response, () => {
      if (!isAnswered(request, response)) work();
    });
    return;
  }
  const startedMs = performance.now();
  if (!isAnswered(request, response)) {
    traceRequest(request, response, work);
    return;
  }
  const { method = '', url = '' } = request;
  const { statusCode: status } = response;
  const trace = { method, parent: undefined, startedMs, asks: doorOf(url), requestId: undefined, status };
  requests.asyncEnd.publish(trace);
}

function traceRequest(request: IncomingMessage, response: ServerResponse, work: () => void): void {
  const { traceparent } = request.headers;
  const trace: RequestTrace = {
    method: request.method ?? '',
    parent: typeof traceparent === 'string' ? traceparent : undefined,
    startedMs: performance.now(),
    asks: doorOf(request.url ?? ''),
    requestId: undefined,
    status: 0,
  };
  traces.set(response, trace);
  response.once('close', () => {
    if (response.writableFinished || response.headersSent) trace.status = response.statusCode;
    requests.asyncEnd.publish(trace);
  });
  requests.start.runStores(trace, work);
}

/** Says which operation a request has turned out to ask for, under which id. */
export function nameRequest(response: unknown, operation: string, requestId: string): void {
  const trace = response instanceof Object ? traces.get(response as ServerResponse) : undefined;
  if (trace === undefined) return;
  trace.asks = operation;
  trace.requestId = requestId;
}

function doorOf(url: string): string {
  if (/^\/(healthz|readyz)\b/.test(url)) return 'health';
  if (/^\/(api|media|sandbox)\b/.test(url)) return url.split(/[/?]/, 2)[1] ?? '';
  return /\.\w{2,5}(\?|$)/.test(url) ? 'file' : 'page';
}

/** Tells of a statement that is sent to the database. */
export function watchStatement<T>(text: string, send: () => Promise<T>): Promise<T> {
  return statements.hasSubscribers ? statements.tracePromise(send, { text }) : send();
}

/** Tells of a job that is worked on. */
export function watchJob(trace: JobTrace, work: () => Promise<void>): Promise<void> {
  return jobs.tracePromise(work, trace);
}

/** Tells that something has happened; once it has, that is after its transaction. */
export function tell(happening: Happening): void {
  happenings.publish(happening);
}
