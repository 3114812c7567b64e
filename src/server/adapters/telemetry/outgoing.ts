/** HTTP calls that this process makes, by either of Node's clients. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

export type OutgoingCall = {
  readonly method: string;
  /** With its port, where it isn't the usual one. */
  readonly host: string;
  readonly startedMs: number;
};

export type OutgoingListener = {
  began(call: OutgoingCall): void;
  ended(call: OutgoingCall, status: number): void;
  failed(call: OutgoingCall, error: unknown): void;
};

/** What the channels of `node:http` and of `fetch` carry, as far as we look. */
type HttpMessage = { request: ClientRequest; response: IncomingMessage; error: unknown };
type FetchMessage = {
  request: { origin: string | URL; method: string };
  response: { statusCode: number };
  error: unknown;
};

/** Tells of each call; answers how to stop. */
export function onOutgoing(listener: OutgoingListener): () => void {
  const calls = new WeakMap<object, OutgoingCall>();
  const begin = (request: object, method: string, host: string) => {
    const call = { method, host, startedMs: performance.now() };
    calls.set(request, call);
    listener.began(call);
  };
  const take = (request: object): OutgoingCall | undefined => {
    const call = calls.get(request);
    calls.delete(request);
    return call;
  };
  const end = (request: object, status: number) => {
    const call = take(request);
    if (call !== undefined) listener.ended(call, status);
  };
  const fail = (request: object, error: unknown) => {
    const call = take(request);
    if (call !== undefined) listener.failed(call, error);
  };
  // Node documents what these carry; its types know only that it is something.
  const channels: readonly (readonly [string, (message: unknown) => void])[] = [
    [
      'http.client.request.start',
      (message) => {
        const { request } = message as HttpMessage;
        begin(request, request.method, String(request.getHeader('host') ?? request.host));
      },
    ],
    [
      'http.client.response.finish',
      (message) => {
        const { request, response } = message as HttpMessage;
        end(request, response.statusCode ?? 0);
      },
    ],
    [
      'http.client.request.error',
      (message) => {
        const { request, error } = message as HttpMessage;
        fail(request, error);
      },
    ],
    [
      'undici:request:create',
      (message) => {
        const { request } = message as FetchMessage;
        begin(request, request.method, new URL(request.origin).host);
      },
    ],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as FetchMessage;
        end(request, response.statusCode);
      },
    ],
    [
      'undici:request:error',
      (message) => {
        const { request, error } = message as FetchMessage;
        fail(request, error);
      },
    ],
  ];
  for (const [name, listen] of channels) subscribe(name, listen);
  return () => {
    for (const [name, listen] of channels) unsubscribe(name, listen);
  };
}
