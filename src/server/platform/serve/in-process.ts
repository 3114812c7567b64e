/** The typed client for code of this same process, such as rendering: the same calls without a network. */
import { randomUUID } from 'node:crypto';
import { ApiError } from '#contract/kernel/api-error.ts';
import { isForEverybody } from '#contract/kernel/manifest.ts';
import type {
  AbortSignalLike,
  Callers,
  CallOptions,
  Client,
  Handlers,
  Table,
} from '#contract/kernel/operation.ts';
import { addressOf, pathText, queryPairs } from '#contract/kernel/wire.ts';
import type { Kept } from '../cache/made-answer.ts';
import { BodyStream } from './body-stream.ts';
import type { Call, Caller, Source } from './call.ts';
import { checkedEvent } from './events.ts';
import { Failure, failureOfFault, type ServeLog } from './failure.ts';
import { BASE_PATH } from './http.ts';
import { wrapLists } from './input.ts';
import { type Keeping, keptCall } from './kept-call.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type Kernel, run } from './run.ts';

export type InProcessOptions<T extends Table, C extends Callers> = {
  readonly table: T;
  readonly handlers: Handlers<T, C>;
  /** Who calls; rendering is always anonymous. */
  readonly caller: Caller<C>;
  readonly log: ServeLog;
  /** Opens the audit log for a call. Without one, an operation that is audited can't be called. */
  readonly audit?: Kernel['audit'];
  /** As for `mountOperations`: an anonymous caller is given what is kept of operations that answer everybody alike. */
  readonly cache?: Keeping;
};

/** What a client gave, of any operation. */
type Given = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: object;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly raw?: Uint8Array;
  readonly stream?: AsyncIterable<Uint8Array>;
  readonly contentType?: string;
  readonly idempotencyKey?: string;
};

const NEVER: AbortSignalLike = { aborted: false, addEventListener: () => undefined };

/** A value as it would be after crossing the wire; a copy, so that the caller cannot change what the server keeps. */
function acrossTheWire(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

class InProcessSource implements Source {
  readonly requestId = randomUUID();
  readonly signal: AbortSignalLike;
  readonly #caller: Caller;
  readonly #given: Given;
  #stream: BodyStream | undefined = undefined;

  constructor(caller: Caller, given: Given, signal: AbortSignalLike) {
    this.signal = signal;
    this.#caller = caller;
    this.#given = given;
  }

  caller(): Caller {
    return this.#caller;
  }

  address(): string {
    return '';
  }

  userAgent(): string {
    return '';
  }

  params(): Record<string, unknown> | null {
    const params: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(this.#given.params ?? {})) {
      const text = pathText(value);
      if (text === null) return null;
      params[name] = text;
    }
    return params;
  }

  query(operation: Prepared): unknown {
    const query: Record<string, unknown> = {};
    for (const [name, text] of queryPairs(this.#given.query ?? {})) {
      const before = query[name];
      if (before === undefined) query[name] = text;
      else if (Array.isArray(before)) before.push(text);
      else query[name] = [before, text];
    }
    wrapLists(query, operation.queryLists);
    return query;
  }

  headers(): unknown {
    return this.#given.headers ?? {};
  }

  idempotencyKey(): string | undefined {
    return this.#given.idempotencyKey;
  }

  async body(operation: Prepared, call: Call): Promise<Failure | null> {
    const given = this.#given;
    call.body = acrossTheWire(given.body);
    call.form = given.form === undefined ? undefined : { ...given.form };
    call.raw = given.raw;
    call.contentType = given.contentType;
    if (given.stream !== undefined) {
      this.#stream = new BodyStream(given.stream, operation.bodyLimitBytes);
      call.stream = this.#stream;
    }
    return null;
  }

  streamFailure(): Failure | null {
    return this.#stream?.failure ?? null;
  }
}

async function* checkedEvents(
  events: AsyncIterable<unknown>,
  operation: Prepared,
  requestId: string,
  log: ServeLog,
): AsyncGenerator<unknown, void, undefined> {
  try {
    for await (const event of events) yield acrossTheWire(checkedEvent(operation, event));
  } catch (error) {
    throw errorOf(failureOfFault(log, operation.name, requestId, error), requestId, error);
  }
}

function errorOf(failure: Failure, requestId: string, cause?: unknown): ApiError {
  const retryAfter = Number(failure.headers?.['retry-after']);
  return new ApiError(failure.problem(requestId), Number.isFinite(retryAfter) ? retryAfter : null, cause);
}

async function call(
  kernel: Kernel,
  operation: Prepared,
  caller: Caller,
  given: Given = {},
  options: CallOptions = {},
): Promise<unknown> {
  const source = new InProcessSource(caller, given, options.signal ?? NEVER);
  const outcome = await run(kernel, operation, source);
  if (outcome instanceof Failure) throw errorOf(outcome, source.requestId);
  switch (operation.answerKind) {
    case undefined: {
      const body = acrossTheWire(outcome.value);
      return operation.hasOutputHeaders ? { body, headers: acrossTheWire(outcome.headers) } : body;
    }
    case 'none':
      return undefined;
    case 'events':
      // `Handlers` holds the handlers of events to this type.
      return checkedEvents(outcome.value as AsyncIterable<unknown>, operation, source.requestId, kernel.log);
    default:
      return outcome.value;
  }
}

/** Of a kept answer: what it shows, when it was made, by the cache's clock, and what tells it from others (see `Kept`). */
type KeptFrom = Pick<Kept, 'shown' | 'sinceMs' | 'lineage'>;
const keptFrom = new WeakMap<object, KeptFrom>();

/** From which kept answer this was taken; undefined of one that was made for its caller. */
export const takenFrom = (answer: unknown): KeptFrom | undefined =>
  typeof answer === 'object' && answer !== null ? keptFrom.get(answer) : undefined;

/** Calls an operation that answers everybody alike: what is kept of an answer, over HTTP too, is given. */
async function callKept(
  kernel: Kernel,
  keeping: Keeping,
  operation: Prepared,
  given: Given = {},
): Promise<unknown> {
  const path = addressOf(operation.operation.path, given);
  if (path === null) return call(kernel, operation, { kind: 'anonymous' }, given);
  const { bytes, headers, shown, sinceMs, lineage } = await keeping.answers.kept(
    BASE_PATH + path,
    async () => {
      const source = new InProcessSource({ kind: 'anonymous' }, given, NEVER);
      const outcome = await run(kernel, operation, source);
      if (outcome instanceof Failure) throw errorOf(outcome, source.requestId);
      try {
        return keptCall(keeping, operation, outcome, source);
      } catch (error) {
        const failure = failureOfFault(kernel.log, operation.name, source.requestId, error);
        throw errorOf(failure, source.requestId, error);
      }
    },
  );
  const body: unknown = JSON.parse(bytes.toString());
  const value = operation.hasOutputHeaders ? { body, headers: declaredOf(operation, headers) } : body;
  if (typeof value === 'object' && value !== null) keptFrom.set(value, { shown, sinceMs, lineage });
  return value;
}

/** Those of an answer's headers that its operation declares. */
function declaredOf({ outputHeaderNames }: Prepared, headers: ReadonlyMap<string, string>) {
  return Object.fromEntries(
    outputHeaderNames.flatMap((name) => {
      const text = headers.get(name.toLowerCase());
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/**
 * A client that calls the handlers directly, by the same rules as over HTTP: permission, schemas, refusals and faults
 * are the same, and so are the values, which are copies. What fails is thrown as `ApiError`; faults are logged here. A call
 * whose answer others are given, too, goes on to its end though its caller gives up.
 *
 * Make it once and keep it. Rate limits belong to the network's door and do not apply.
 *
 * @throws Error where the table cannot be served as it is (see `prepare`).
 */
export function inProcess<T extends Table, C extends Callers>(options: InProcessOptions<T, C>): Client<T> {
  const kernel: Kernel = { log: options.log, audit: options.audit };
  const { caller, cache } = options;
  const client: Record<string, (given?: Given, options?: CallOptions) => Promise<unknown>> = {};
  for (const operation of prepare(options.table, options.handlers)) {
    client[operation.name] =
      cache !== undefined && caller.kind === 'anonymous' && isForEverybody(operation.operation)
        ? (given) => callKept(kernel, cache, operation, given)
        : (given, callOptions) => call(kernel, operation, caller, given, callOptions);
  }
  // One function for each operation of the table, and `run` keeps to its schemas.
  return client as unknown as Client<T>;
}
