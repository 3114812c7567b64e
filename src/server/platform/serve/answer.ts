/** What a call comes to, as an HTTP answer. */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { FileAnswer, RedirectAnswer } from '#contract/kernel/operation.ts';
import { ownBytes } from '../cache/own-bytes.ts';
import { byteStream, type EventOptions, eventStream } from './events.ts';
import type { Failure } from './failure.ts';
import type { Prepared } from './prepare.ts';
import type { Success } from './run.ts';

/** An API's answer is data: no browser may take it for a page, run it or frame it. */
export const SAFETY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

type HeaderMap = Record<string, string>;

/** The headers that every answer of an operation has. */
export function headersOf(operation: Prepared): Readonly<HeaderMap> {
  const { cache } = operation.operation;
  // What depends on who asks may be kept by their own browser, never by what stands between.
  const scope = operation.access === 'anonymous' ? '' : 'private, ';
  if (cache === undefined || operation.method !== 'GET')
    return { ...SAFETY_HEADERS, 'cache-control': 'no-store' };
  return {
    ...SAFETY_HEADERS,
    'cache-control': cache === 'revalidate' ? `${scope}no-cache` : `${scope}max-age=${cache.maxAgeSeconds}`,
    vary: 'authorization',
  };
}

/** A strong entity tag: the same for the same bytes, another for others. */
export function entityTagOf(bytes: string | Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
}

/** Whether an `If-None-Match` names this tag. */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

function addHeaders(operation: Prepared, headers: HeaderMap, own: Success['headers']): void {
  if (own === undefined) return;
  for (const name in own) {
    const value = own[name];
    if (value === undefined) continue;
    if (UNSENDABLE.test(value))
      throw new Error(`${operation.name} answered a header ${name} that cannot be sent`);
    headers[name] = value;
  }
}

function respond(
  body: string | Uint8Array | null,
  status: number,
  headers: HeaderMap,
  isHead: boolean,
): Response {
  if (!isHead || body === null)
    return new Response(body as ConstructorParameters<typeof Response>[0], { status, headers });
  headers['content-length'] = String(Buffer.byteLength(body));
  return new Response(null, { status, headers });
}

/** Sends straight to the connection, where there is one: a web `Response` with its stream costs more than a short answer. */
function send(body: string | Uint8Array, status: number, headers: HeaderMap, ask: Ask): Response {
  const { connection, isHead } = ask;
  if (isHead || connection === undefined) return respond(body, status, headers, isHead);
  headers['content-length'] = String(Buffer.byteLength(body));
  connection.writeHead(status, headers);
  connection.end(body);
  return RESPONSE_ALREADY_SENT;
}

/** Sends text or bytes, or only word that the client still has them. */
function sendBytes(operation: Prepared, body: string | Uint8Array, headers: HeaderMap, ask: Ask): Response {
  if (operation.method === 'GET' && operation.operation.cache === 'revalidate' && operation.status === 200) {
    const tag = entityTagOf(body);
    headers.etag = tag;
    if (ask.ifNoneMatch !== null && matchesTag(ask.ifNoneMatch, tag)) {
      delete headers['content-type'];
      return new Response(null, { status: 304, headers });
    }
  }
  return send(body, operation.status, headers, ask);
}

function dispositionOf(fileName: string): string {
  const whole = fileName.replaceAll(/\p{Cs}/gu, '_');
  const plain = whole.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(whole).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

function sendFile(
  operation: Prepared,
  file: FileAnswer,
  headers: HeaderMap,
  ask: Ask,
  events: EventOptions,
): Response {
  const essence = file.contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (operation.operation.file?.includes(essence) !== true || UNSENDABLE.test(file.contentType)) {
    throw new Error(`${operation.name} answered a file of the undeclared type ${file.contentType}`);
  }
  headers['content-type'] = file.contentType;
  if (file.fileName !== undefined) headers['content-disposition'] = dispositionOf(file.fileName);
  if (file.bytes instanceof Uint8Array) return sendBytes(operation, file.bytes, headers, ask);
  if (ask.isHead) {
    closeUnread(file.bytes);
    return new Response(null, { status: operation.status, headers });
  }
  return new Response(byteStream(file.bytes, operation, ask.requestId, events.log, ask.connection), {
    status: operation.status,
    headers,
  });
}

// A HEAD asks for no bytes; what would have given them is let go of.
function closeUnread(iterable: AsyncIterable<unknown>): void {
  void iterable[Symbol.asyncIterator]().return?.();
}

function sendEvents(
  operation: Prepared,
  iterable: AsyncIterable<unknown>,
  headers: HeaderMap,
  ask: Ask,
  events: EventOptions,
): Response {
  headers['content-type'] = 'text/event-stream';
  // Proxies that gather an answer before they pass it on are asked not to.
  headers['x-accel-buffering'] = 'no';
  if (ask.isHead) {
    closeUnread(iterable);
    return new Response(null, { headers });
  }
  return new Response(eventStream(iterable, operation, ask.requestId, events), { headers });
}

/** What of the request bears on the form of its answer. */
export type Ask = {
  readonly requestId: string;
  readonly isHead: boolean;
  /** Looked at only where the operation's answer may be kept. */
  readonly ifNoneMatch: string | null;
  readonly connection: ServerResponse | undefined;
};

/**
 * The answer to a call that succeeded. `base` is `headersOf` the operation.
 *
 * @throws Error where the handler returned something that cannot be sent, which is a fault.
 */
export function answerSuccess(
  operation: Prepared,
  base: Readonly<HeaderMap>,
  success: Success,
  ask: Ask,
  events: EventOptions,
): Response {
  const headers: HeaderMap = { ...base, 'x-request-id': ask.requestId };
  switch (operation.answerKind) {
    case undefined:
      return sendBytes(operation, jsonOf(operation, success, headers), headers, ask);
    case 'none':
      return new Response(null, { status: operation.status, headers });
    case 'file':
      // `Handlers` holds the handlers of files, events and redirects to these types.
      return sendFile(operation, success.value as FileAnswer, headers, ask, events);
    case 'events':
      return sendEvents(operation, success.value as AsyncIterable<unknown>, headers, ask, events);
    case 'redirect': {
      const { location } = success.value as RedirectAnswer;
      headers.location = location.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
      return new Response(null, { status: 303, headers });
    }
  }
}

/** The value of an answer as text; its headers are put to those that there are. */
function jsonOf(operation: Prepared, { value, headers: own }: Success, headers: HeaderMap): string {
  addHeaders(operation, headers, own);
  headers['content-type'] = 'application/json';
  const text: string | undefined = JSON.stringify(value);
  return text ?? 'null';
}

/** What `answerSuccess` answers with a value, whole: for those who keep it. The names of its headers are in small letters. */
export function wholeAnswer(
  operation: Prepared,
  base: Readonly<HeaderMap>,
  success: Success,
  requestId: string,
): { readonly bytes: Buffer<ArrayBuffer>; readonly headers: ReadonlyMap<string, string> } {
  const headers: HeaderMap = { ...base, 'x-request-id': requestId };
  const bytes = ownBytes(jsonOf(operation, success, headers));
  return {
    bytes,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  };
}

/** The answer to a call that failed. */
export function answerFailure(failure: Failure, requestId: string, isHead: boolean): Response {
  const headers: HeaderMap = {
    ...SAFETY_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'x-request-id': requestId,
    ...failure.headers,
  };
  return respond(JSON.stringify(failure.problem(requestId)), failure.status, headers, isHead);
}
