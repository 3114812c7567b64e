/**
 * The typed client over HTTP. It knows the operations by their manifest, so no schema library comes with it, and uses
 * nothing but what every web platform has.
 */
import { ApiError } from '#contract/kernel/api-error.ts';
import type { Manifest, ManifestEntry } from '#contract/kernel/manifest.ts';
import type { CallOptions, Client, Problem, Table } from '#contract/kernel/operation.ts';
import type { ClientCode } from '#contract/kernel/problems.ts';
import { addressOf } from '#contract/kernel/wire.ts';
import { readEvents } from './http-events.ts';

export type HttpClientOptions<T extends Table> = {
  /** Where the API begins, such as `/api` or `http://127.0.0.1:3000/api`. */
  readonly base: string;
  readonly fetch: typeof globalThis.fetch;
  /** The bearer token for a call, without the word; null for none. */
  readonly authorization?: (operation: keyof T & string) => Promise<string | null>;
  /** Is told of a 401, and of the token that got it. Answers whether there is another; the call is then made once more. */
  readonly onUnauthorized?: (operation: keyof T & string, refused: string | null) => Promise<boolean>;
  /**
   * Whether a call's cookies travel. Calls are told by their token, so the answer is `omit` unless this says otherwise;
   * only the identity provider's own calls know a cookie.
   */
  readonly credentials?: (operation: keyof T & string) => 'omit' | 'same-origin';
  /**
   * How long a call may take, a stream of events until it begins, and a file until something more of it comes; 30 s unless
   * told.
   */
  readonly timeoutMs?: number;
};

/** What a caller gives, of any operation. */
type Given = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: object;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly raw?: Uint8Array<ArrayBuffer>;
  readonly stream?: AsyncIterable<Uint8Array<ArrayBuffer>>;
  readonly contentType?: string;
  readonly idempotencyKey?: string;
};

const DEFAULT_TIMEOUT_MS = 30_000;

const OWN_TITLES: Readonly<Record<ClientCode, string>> = {
  NETWORK: 'The server could not be reached',
  TIMEOUT: 'The server took too long to answer',
  ABORTED: 'The call was given up',
  UNEXPECTED_ANSWER: 'The server answered something unexpected',
};

function ownError(code: ClientCode, status = 0, cause?: unknown): ApiError {
  return new ApiError({ type: 'about:blank', title: OWN_TITLES[code], status, code }, null, cause);
}

function isProblemBody(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'status' in value &&
    typeof value.status === 'number' &&
    'title' in value
  );
}

async function errorOfAnswer(response: Response): Promise<ApiError> {
  const type = response.headers.get('content-type') ?? '';
  const body: unknown = type.startsWith('application/problem+json')
    ? await response.json().catch(() => null)
    : await response.body?.cancel();
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : null;
  if (isProblemBody(body)) return new ApiError(body, retryAfterSeconds);
  const { problem } = ownError('UNEXPECTED_ANSWER', response.status);
  return new ApiError(problem, retryAfterSeconds);
}

function formDataOf(form: Readonly<Record<string, unknown>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one instanceof Blob) data.append(name, one);
      else if (one !== undefined) data.append(name, String(one));
    }
  }
  return data;
}

const FILES = new WeakMap<object, Blob>();

/** A file as the body of a call that takes a stream: sent from where it lies, without a copy of it in memory. */
export function streamOfFile(file: Blob): AsyncIterable<Uint8Array<ArrayBuffer>> {
  async function* pieces() {
    yield new Uint8Array(await file.arrayBuffer());
  }
  const stream = { [Symbol.asyncIterator]: pieces };
  FILES.set(stream, file);
  return stream;
}

// Gathered first: no browser sends a stream over HTTP/1.1, and a body that is there can be sent again.
async function gathered(stream: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const file = FILES.get(stream);
  if (file !== undefined) return file;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return new Blob(chunks);
}

type Sent = {
  readonly body: string | FormData | Blob | Uint8Array<ArrayBuffer> | null;
  readonly contentType: string;
};

const NO_BODY: Sent = { body: null, contentType: '' };

async function bodyOf(entry: ManifestEntry, given: Given): Promise<Sent> {
  const contentType = given.contentType ?? '';
  switch (entry.body) {
    case 'json':
      if (given.body === undefined) return NO_BODY;
      return { body: JSON.stringify(given.body), contentType: 'application/json' };
    case 'form':
      // The platform writes the content type itself, with the boundary that it chose.
      return { body: formDataOf(given.form ?? {}), contentType: '' };
    case 'raw':
      return { body: given.raw ?? null, contentType };
    case 'stream':
      return { body: given.stream === undefined ? null : await gathered(given.stream), contentType };
    default:
      return NO_BODY;
  }
}

function fileNameOf(disposition: string | null): string | undefined {
  const exact = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return exact === undefined ? undefined : decodeURIComponent(exact);
}

/** Gives up a call after a time, or when its caller does. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reason: 'TIMEOUT' | 'ABORTED' | null = null;

  constructor(timeoutMs: number, options: CallOptions) {
    this.#timeoutMs = timeoutMs;
    this.startClock();
    const { signal } = options;
    if (signal?.aborted === true) this.#giveUp('ABORTED');
    signal?.addEventListener('abort', () => this.#giveUp('ABORTED'));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  #giveUp(reason: 'TIMEOUT' | 'ABORTED'): void {
    this.#reason ??= reason;
    this.#controller.abort();
  }

  /** As much time as at first, from now on. */
  startClock(): void {
    this.stopClock();
    this.#timer = setTimeout(() => this.#giveUp('TIMEOUT'), this.#timeoutMs);
  }

  /** No longer in a hurry; the caller may still give up. */
  stopClock(): void {
    clearTimeout(this.#timer);
  }

  errorOf(error: unknown): ApiError {
    return ownError(this.#reason ?? 'NETWORK', 0, error);
  }
}

/** However long it is: it is given up when nothing more of it comes. */
async function wholeFile({ body }: Response, deadline: Deadline): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  // Not every browser goes through a stream by `for await`.
  const reader = body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (read?.value === undefined) break;
    pieces.push(read.value);
    deadline.startClock();
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

class Caller<T extends Table> {
  readonly #options: HttpClientOptions<T>;

  constructor(options: HttpClientOptions<T>) {
    this.#options = options;
  }

  async call(
    name: keyof T & string,
    entry: ManifestEntry,
    given: Given = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const path = addressOf(entry.path, given);
    if (path === null) {
      throw new ApiError({ type: 'about:blank', title: 'Not found', status: 404, code: 'NOT_FOUND' });
    }
    const address = this.#options.base + path;
    const sent = await bodyOf(entry, given);
    const deadline = new Deadline(this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options);
    try {
      const send = (token: string | null) => this.#send(name, entry, address, sent, given, token, deadline);
      const token = await this.#tokenFor(name);
      let response = await send(token);
      if (response.status === 401 && (await this.#options.onUnauthorized?.(name, token)) === true) {
        await response.body?.cancel();
        response = await send(await this.#tokenFor(name));
      }
      return await this.#read(entry, address, response, deadline);
    } finally {
      deadline.stopClock();
    }
  }

  async #tokenFor(name: keyof T & string): Promise<string | null> {
    return (await this.#options.authorization?.(name)) ?? null;
  }

  async #send(
    name: keyof T & string,
    entry: ManifestEntry,
    address: string,
    sent: Sent,
    given: Given,
    token: string | null,
    deadline: Deadline,
  ): Promise<Response> {
    const headers: Record<string, string> = {};
    for (const [header, value] of Object.entries(given.headers ?? {})) {
      if (value !== undefined) headers[header] = value;
    }
    if (sent.contentType !== '') headers['content-type'] = sent.contentType;
    if (given.idempotencyKey !== undefined) headers['idempotency-key'] = given.idempotencyKey;
    if (token !== null) headers.authorization = `Bearer ${token}`;
    const { fetch } = this.#options;
    try {
      return await fetch(address, {
        method: entry.method,
        headers,
        body: sent.body,
        signal: deadline.signal,
        credentials: this.#options.credentials?.(name) ?? 'omit',
        redirect: entry.answer === 'redirect' ? 'manual' : 'follow',
      });
    } catch (error) {
      throw deadline.errorOf(error);
    }
  }

  async #read(
    entry: ManifestEntry,
    address: string,
    response: Response,
    deadline: Deadline,
  ): Promise<unknown> {
    if (entry.answer === 'redirect' && (response.type === 'opaqueredirect' || response.status === 303)) {
      // A browser keeps the target from scripts; going to the call's own address leads there.
      return { location: response.headers.get('location') ?? address };
    }
    if (!response.ok) throw await errorOfAnswer(response);
    switch (entry.answer) {
      case 'none':
        return undefined;
      case 'events':
        return readEvents(
          response,
          (body) =>
            isProblemBody(body) ? new ApiError(body) : ownError('UNEXPECTED_ANSWER', response.status),
          (error) => deadline.errorOf(error),
        );
      case 'file': {
        const bytes = await wholeFile(response, deadline).catch((error: unknown) => {
          throw deadline.errorOf(error);
        });
        const fileName = fileNameOf(response.headers.get('content-disposition'));
        return {
          contentType: response.headers.get('content-type') ?? '',
          bytes,
          ...(fileName === undefined ? {} : { fileName }),
        };
      }
      default: {
        const body: unknown = await response.json().catch((error: unknown) => {
          throw error instanceof SyntaxError
            ? ownError('UNEXPECTED_ANSWER', response.status, error)
            : deadline.errorOf(error);
        });
        if (entry.headers === undefined) return body;
        const headers: Record<string, string> = {};
        for (const name of entry.headers) {
          const value = response.headers.get(name);
          if (value !== null) headers[name] = value;
        }
        return { body, headers };
      }
    }
  }
}

/**
 * Makes the typed client. A call that does not succeed throws `ApiError`: with the server's problem, or with a code of
 * its own and status 0 where no answer came (`NETWORK`, `TIMEOUT`, `ABORTED`).
 *
 * A call is repeated only after a 401 that `onUnauthorized` has mended, which is safe because such a call had no effect.
 */
export function httpClient<T extends Table>(manifest: Manifest<T>, options: HttpClientOptions<T>): Client<T> {
  const caller = new Caller(options);
  const client: Record<string, (given?: Given, callOptions?: CallOptions) => Promise<unknown>> = {};
  for (const name in manifest) {
    const entry = manifest[name];
    client[name] = (given, callOptions) => caller.call(name, entry, given, callOptions);
  }
  // One function for each operation of the table; that the server keeps to its table is what the server's tests say.
  return client as unknown as Client<T>;
}
