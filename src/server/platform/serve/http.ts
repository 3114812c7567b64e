/** The table of operations over HTTP. */
import { randomUUID } from 'node:crypto';
import { parse as parseQuery } from 'node:querystring';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { isForEverybody } from '#contract/kernel/manifest.ts';
import type { AbortSignalLike, Callers, Handlers, Method, Table } from '#contract/kernel/operation.ts';
import { askedAs } from '../cache/answer-first.ts';
import { nameRequest } from '../telemetry.ts';
import { answerFailure, answerSuccess, headersOf, SAFETY_HEADERS } from './answer.ts';
import { readBody } from './body.ts';
import type { BodyStream } from './body-stream.ts';
import type { Authenticate, Call, Caller, Source } from './call.ts';
import { clientAddress } from './client-address.ts';
import type { EventOptions } from './events.ts';
import { Failure, fail, failureOfFault, type ServeLog } from './failure.ts';
import { wrapLists } from './input.ts';
import { type Keeping, keptCall } from './kept-call.ts';
import { type Prepared, prepare, shapeOf } from './prepare.ts';
import { type Admit, type Kernel, type RefusedCall, run, type Success } from './run.ts';

/** Where the API begins. */
export const BASE_PATH = '/api';
const DEFAULT_KEEP_ALIVE_SECONDS = 15;

export type ServeOptions<T extends Table, C extends Callers> = {
  readonly table: T;
  readonly handlers: Handlers<T, C>;
  readonly authenticate: Authenticate<C>;
  readonly log: ServeLog;
  /** Lets a call in or not; everyone, unless told. `rate-limit.ts` has one. */
  readonly admit?: Admit;
  /** Opens the audit log for a call; needed where an operation is audited. */
  readonly audit?: Kernel['audit'];
  /** Is told of calls that were refused for who makes them, or for how often. */
  readonly refused?: (call: RefusedCall) => void;
  /** How many proxies of ours stand before the server; each adds one entry to `X-Forwarded-For`. None, unless told. */
  readonly trustedProxies?: number;
  /** How often a silent event stream is given a sign of life; 15 s unless told. */
  readonly keepAliveSeconds?: number;
  /** Aborts when the server closes, which ends open event streams. */
  readonly closing?: AbortSignal;
  /** Keeps answers that say the same to everybody, and tells what they show of what changes often; none are kept, unless told. */
  readonly cache?: Keeping;
};

/** What @hono/node-server gives along with a request. */
export type Env = { Bindings: Partial<HttpBindings> };

/** One operation at one address. */
type Served = {
  readonly operation: Prepared;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether its answers say the same to everybody, until the catalogue changes. */
  readonly isForAll: boolean;
};

type Server = {
  readonly kernel: Kernel;
  readonly authenticate: Authenticate<Callers>;
  readonly trustedProxies: number;
  readonly events: EventOptions;
  readonly cache: Keeping | undefined;
};

const SANE_REQUEST_ID = /^[\w.-]{8,64}$/;
/** The client's own id for this request where it is a sane one, else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && SANE_REQUEST_ID.test(given) ? given : randomUUID();
}

const ANONYMOUS: Caller = { kind: 'anonymous' };

class HttpSource implements Source {
  readonly requestId: string;
  readonly #request: Request;
  readonly #server: Server;
  readonly #env: Partial<HttpBindings> | undefined;
  #stream: BodyStream | undefined = undefined;

  constructor(request: Request, requestId: string, server: Server, env: Partial<HttpBindings> | undefined) {
    this.requestId = requestId;
    this.#request = request;
    this.#server = server;
    this.#env = env;
  }

  get signal(): AbortSignalLike {
    return this.#request.signal;
  }

  caller(operation: Prepared): Caller | Promise<Caller> {
    const { headers } = this.#request;
    // Credentials are bearer tokens alone; a cookie that a browser sends along by itself never counts.
    if (headers.get('authorization') === null) return ANONYMOUS;
    return this.#server.authenticate(headers, operation.access);
  }

  address(): string {
    return clientAddress(this.#request, this.#env, this.#server.trustedProxies);
  }

  userAgent(): string {
    return this.#request.headers.get('user-agent') ?? '';
  }

  params(operation: Prepared): Record<string, unknown> | null {
    const { url } = this.#request;
    const start = url.indexOf('/', url.indexOf('//') + 2) + BASE_PATH.length;
    const segments = url.slice(start, endOfPath(url)).split('/');
    const params: Record<string, unknown> = {};
    for (const { name, segment } of operation.pathParams) {
      const raw = segments[segment];
      if (raw === undefined) return null;
      try {
        params[name] = raw.includes('%') ? decodeURIComponent(raw) : raw;
      } catch {
        return null;
      }
    }
    return params;
  }

  query(operation: Prepared): unknown {
    const { url } = this.#request;
    const start = url.indexOf('?');
    if (start === -1) return {};
    const hash = url.indexOf('#', start);
    const query = parseQuery(url.slice(start + 1, hash === -1 ? url.length : hash), '&', '=', { maxKeys: 0 });
    wrapLists(query, operation.queryLists);
    return query;
  }

  headers(operation: Prepared): unknown {
    const given: Record<string, string> = {};
    for (const name of operation.headerNames) {
      const value = this.#request.headers.get(name);
      if (value !== null) given[name] = value;
    }
    return given;
  }

  idempotencyKey(): string | undefined {
    return this.#request.headers.get('idempotency-key') ?? undefined;
  }

  async body(operation: Prepared, call: Call): Promise<Failure | null> {
    const failure = await readBody(this.#request, operation, call);
    this.#stream = call.stream;
    return failure;
  }

  streamFailure(): Failure | null {
    return this.#stream?.failure ?? null;
  }
}

function endOfPath(url: string): number {
  const query = url.indexOf('?');
  const hash = url.indexOf('#');
  if (query === -1) return hash === -1 ? url.length : hash;
  return hash === -1 ? query : Math.min(query, hash);
}

async function serve(
  server: Server,
  served: Served,
  request: Request,
  env: Partial<HttpBindings> | undefined,
): Promise<Response> {
  const { cache, events } = server;
  const { operation, headers, isForAll } = served;
  const asked =
    cache !== undefined && isForAll && env?.incoming !== undefined
      ? askedAs(env.incoming, request.url)
      : undefined;
  if (cache === undefined || asked === undefined) {
    const isHead = request.method === 'HEAD';
    const isKnown = operation.operation.cache !== undefined;
    const ifNoneMatch = isKnown ? request.headers.get('if-none-match') : null;
    return answer(server, operation, request, env, (success, { requestId }) => {
      // Before the answer is on its way: whoever has it sees what they changed in their next one.
      if (operation.method !== 'GET') cache?.answers.distrust();
      const ask = { requestId, isHead, ifNoneMatch, connection: env?.outgoing };
      return answerSuccess(operation, headers, success, ask, events);
    });
  }
  // What is kept is whole; whether this asker has it already is seen then.
  return cache.answers.through(asked, () =>
    answer(server, operation, request, env, (success, source) => keptCall(cache, operation, success, source)),
  );
}

/** Runs an operation, and has made of it what is to be answered. */
async function answer<Answer>(
  server: Server,
  operation: Prepared,
  request: Request,
  env: Partial<HttpBindings> | undefined,
  make: (success: Success, source: HttpSource) => Answer,
): Promise<Answer | Response> {
  const requestId = requestIdOf(request);
  nameRequest(env?.outgoing, operation.name, requestId);
  const isHead = request.method === 'HEAD';
  const source = new HttpSource(request, requestId, server, env);
  const outcome = await run(server.kernel, operation, source);
  if (outcome instanceof Failure) return answerFailure(outcome, requestId, isHead);
  try {
    return make(outcome, source);
  } catch (error) {
    const failure = failureOfFault(server.kernel.log, operation.name, requestId, error);
    return answerFailure(failure, requestId, isHead);
  }
}

/** What one address has. */
type Address = { readonly byMethod: Map<string, Served>; allow: string };

const METHODS: readonly (Method | 'HEAD')[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function addressesOf(operations: readonly Prepared[]): ReadonlyMap<string, Address> {
  const addresses = new Map<string, Address>();
  for (const operation of operations) {
    const shape = shapeOf(operation.operation.path);
    const address = addresses.get(shape) ?? { byMethod: new Map<string, Served>(), allow: '' };
    const served = {
      operation,
      headers: headersOf(operation),
      isForAll: isForEverybody(operation.operation),
    };
    address.byMethod.set(operation.method, served);
    if (hasHead(operation)) address.byMethod.set('HEAD', served);
    addresses.set(shape, address);
  }
  for (const address of addresses.values()) {
    const methods = METHODS.filter((method) => address.byMethod.has(method));
    address.allow = [...methods, 'OPTIONS'].join(', ');
  }
  return addresses;
}

/** What is audited is done when it is asked for; HEAD does nothing. */
const hasHead = ({ method, operation }: Prepared): boolean =>
  method === 'GET' && typeof operation.audit !== 'string';

// A literal segment is more telling than a parameter, so it is asked first: "/user/admin" before "/user/{}".
function routesOf(addresses: ReadonlyMap<string, Address>): readonly (readonly [string, Address])[] {
  const order = (shape: string) => shape.replaceAll('{}', '\uffff');
  return [...addresses].sort(([a], [b]) => (order(a) < order(b) ? -1 : 1));
}

/** The Hono pattern of an address; its parameters are read from the request's own path instead. */
function patternOf(shape: string): string {
  let count = 0;
  return shape.replaceAll('{}', () => {
    count += 1;
    return `:p${count}`;
  });
}

/** The answer to a method that an address does not have: what it has, or 405. */
export function answerOtherMethod(request: Request, allow: string): Response {
  const requestId = requestIdOf(request);
  if (request.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: { ...SAFETY_HEADERS, allow, 'x-request-id': requestId },
    });
  }
  const failure = fail('METHOD_NOT_ALLOWED');
  failure.headers = { allow };
  return answerFailure(failure, requestId, false);
}

/**
 * Serves a table of operations under `/api`.
 *
 * The result is an application of its own, so that its answers for unknown addresses and faults stay its own. Join it to
 * another like this (with `route` the outer application's answers would take their place):
 *
 *     app.all('/api/*', (c) => api.fetch(c.req.raw, c.env));
 *
 * @throws Error where the table cannot be served as it is (see `prepare`).
 */
export function mountOperations<T extends Table, C extends Callers>(options: ServeOptions<T, C>): Hono<Env> {
  const server: Server = {
    kernel: {
      log: options.log,
      admit: options.admit,
      audit: options.audit,
      refused: options.refused,
    },
    authenticate: options.authenticate,
    trustedProxies: options.trustedProxies ?? 0,
    events: {
      log: options.log,
      keepAliveMs: (options.keepAliveSeconds ?? DEFAULT_KEEP_ALIVE_SECONDS) * 1000,
      closing: options.closing,
    },
    cache: options.cache,
  };
  const api = new Hono<Env>().basePath(BASE_PATH);
  for (const [shape, address] of routesOf(addressesOf(prepare(options.table, options.handlers)))) {
    api.all(patternOf(shape), (c) => {
      const request = c.req.raw;
      const served = address.byMethod.get(request.method);
      return served === undefined
        ? answerOtherMethod(request, address.allow)
        : serve(server, served, request, c.env);
    });
  }
  api.notFound((c: Context<Env>) => {
    return answerFailure(fail('NOT_FOUND'), requestIdOf(c.req.raw), c.req.raw.method === 'HEAD');
  });
  api.onError((error, c) => {
    const requestId = requestIdOf(c.req.raw);
    return answerFailure(failureOfFault(options.log, undefined, requestId, error), requestId, false);
  });
  return api;
}
