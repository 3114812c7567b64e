/** Spans of requests, statements, jobs and calls that go out, each below the one that it was made for. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { jobs, type RequestTrace, requests, statements } from '#server/platform/telemetry.ts';
import { type OutgoingCall, onOutgoing } from './outgoing.ts';

/** What is being done just now. */
type Doing = { readonly span: Span; readonly context: Context };

const MAX_STATEMENT_CHARACTERS = 500;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Begins to trace; answers how to end it.
 *
 * @param isOurs says which outgoing calls are the telemetry's own
 */
export function traceAll(tracer: Tracer, isOurs: (call: OutgoingCall) => boolean): () => void {
  const doing = new AsyncLocalStorage<Doing | undefined>();
  const spans = new WeakMap<object, Span>();
  const begin = (
    of: object,
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent: Context,
  ): Doing => {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    spans.set(of, span);
    return { span, context: trace.setSpan(parent, span) };
  };
  const end = (of: object, attributes: Attributes, failure?: unknown): void => {
    const span = spans.get(of);
    if (span === undefined) return;
    span.setAttributes(attributes);
    if (failure !== undefined) {
      // What it says may quote what a person sent; its kind is enough, the log has the rest.
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', failure instanceof Error ? failure.name : String(failure));
    }
    span.end();
    spans.delete(of);
  };

  requests.start.bindStore(doing, (request) =>
    begin(request, request.method, SpanKind.SERVER, {}, contextOf(request.parent)),
  );
  const requestEnded = (message: unknown) => {
    const request = message as RequestTrace;
    spans.get(request)?.updateName(`${request.method} ${request.asks}`);
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.asks,
      'http.response.status_code': request.status,
      ...(request.requestId === undefined ? {} : { 'request.id': request.requestId }),
    };
    end(request, attributes, request.status >= 500 ? request.status : undefined);
  };
  requests.asyncEnd.subscribe(requestEnded);

  statements.start.bindStore(doing, (statement) => {
    const parent = doing.getStore();
    const { text } = statement;
    const name = /^\s*(?:--.*\n\s*)*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': name,
      'db.query.text': text.slice(0, MAX_STATEMENT_CHARACTERS),
    };
    // A statement for nobody in particular, such as a look for work, is no trace of its own.
    return parent && begin(statement, name, SpanKind.CLIENT, attributes, parent.context);
  });
  jobs.start.bindStore(doing, (job) =>
    begin(job, job.job, SpanKind.CONSUMER, { 'job.name': job.job, 'job.id': job.jobId }, ROOT_CONTEXT),
  );
  const ended = (message: unknown) => {
    // Node's channels add the error to what they tell of.
    if (message instanceof Object) end(message, {}, 'error' in message ? message.error : undefined);
  };
  statements.asyncEnd.subscribe(ended);
  jobs.asyncEnd.subscribe(ended);

  const stopOutgoing = onOutgoing({
    began(call) {
      const parent = doing.getStore();
      if (parent === undefined || isOurs(call)) return;
      const attributes = { 'http.request.method': call.method, 'server.address': call.host };
      begin(call, `${call.method} ${call.host}`, SpanKind.CLIENT, attributes, parent.context);
    },
    ended: (call, status) =>
      end(call, { 'http.response.status_code': status }, status >= 500 ? status : undefined),
    failed: (call, error) => end(call, {}, error),
  });
  return () => {
    requests.start.unbindStore(doing);
    statements.start.unbindStore(doing);
    jobs.start.unbindStore(doing);
    requests.asyncEnd.unsubscribe(requestEnded);
    statements.asyncEnd.unsubscribe(ended);
    jobs.asyncEnd.unsubscribe(ended);
    stopOutgoing();
  };
}

/** The context that a caller's `traceparent` names; else a new one. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  });
}
