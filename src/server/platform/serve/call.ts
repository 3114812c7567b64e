/** One call on its way through the kernel, whichever way it came. */
import type { AbortSignalLike, Access, Callers } from '#contract/kernel/operation.ts';
import type { BodyStream } from './body-stream.ts';
import type { Failure } from './failure.ts';
import type { Prepared } from './prepare.ts';

/**
 * Who calls, as the product's `authenticate` says. `invalid` is credentials that are not, or no longer, good; `reason` is
 * told to the client.
 */
export type Caller<C extends Callers = Callers> =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly user: C['user'];
      readonly isAdmin: boolean;
      /** How an admin's call is refused to somebody who is none now, but could be; `FORBIDDEN` unless told. */
      readonly notAdminBecause?: 'SECOND_FACTOR_REQUIRED';
    }
  | { readonly kind: 'identity'; readonly identity: C['identity'] }
  | { readonly kind: 'invalid'; readonly reason: string };

/** The headers that `authenticate` may look at; the web's `Headers` fits. */
export type RequestHeaders = { get(name: string): string | null };

/**
 * Finds out who calls. Asked only where an operation needs to know or an `Authorization` header is there; `access` is
 * what the operation wants, so that a proof of identity need not be looked for where an access token is due. An outage
 * (of the database, of the identity provider's keys) is thrown, with `kind: 'unavailable'`.
 */
export type Authenticate<C extends Callers> = (
  headers: RequestHeaders,
  access: Access,
) => Promise<Caller<C>> | Caller<C>;

/** Where a call comes from: HTTP and in-process calls each have one. Everything is read only when it is needed. */
export interface Source {
  readonly requestId: string;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignalLike;
  caller(operation: Prepared): Caller | Promise<Caller>;
  /** The client's network address; empty where it is not known. */
  address(): string;
  /** What the client says of itself; empty where it says nothing. */
  userAgent(): string;
  /** Path parameters; null where the address cannot be read. */
  params(operation: Prepared): Record<string, unknown> | null;
  query(operation: Prepared): unknown;
  headers(operation: Prepared): unknown;
  idempotencyKey(): string | undefined;
  /** Reads the body into the call; JSON and forms come unparsed by their schema. */
  body(operation: Prepared, call: Call): Promise<Failure | null>;
  /** What became of a streamed body that the handler could not finish reading. */
  streamFailure(): Failure | null;
}

/**
 * What a handler gets. One shape for all operations, so that the engine sees one type of object; the operation's own type
 * shows the handler no more than what it declared.
 */
export class Call {
  params: unknown = undefined;
  query: unknown = undefined;
  headers: unknown = undefined;
  body: unknown = undefined;
  form: unknown = undefined;
  raw: Uint8Array | undefined = undefined;
  stream: BodyStream | undefined = undefined;
  contentType: string | undefined = undefined;
  idempotencyKey: string | undefined = undefined;
  caller: unknown = null;
  /** Where the operation is audited: what its handler writes into the audit log with. */
  audit: unknown = undefined;
  readonly requestId: string;
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
    this.requestId = source.requestId;
  }

  /** Made when it is first asked for: most handlers never do. */
  get signal(): AbortSignalLike {
    return this.#source.signal;
  }

  /** Likewise. */
  get address(): string {
    return this.#source.address();
  }
}
