/**
 * The table of operations: its shape and the types that are read from it.
 *
 * Each call of the API is declared once, as a plain value (method, path, who may, what goes in, what comes out, how it
 * may be refused). Routing, validation, permission, the OpenAPI document, the typed client of the browser, rendering on
 * the server and the test of every operation × every role are all read from that value.
 *
 * Nothing here depends on the schema library beyond the two type slots that every schema has (`Schema`): constraining
 * schemas by structure keeps type checking fast.
 */
import type { Refusal } from '#domain/refusal.ts';

/** Anything with the schema library's input and output types. */
export type Schema = { readonly _zod: { readonly input: unknown; readonly output: unknown } };
export type SchemaIn<S> = S extends { readonly _zod: { readonly input: infer I } } ? I : never;
export type SchemaOut<S> = S extends { readonly _zod: { readonly output: infer O } } ? O : never;
/** A schema of headers: what crosses the wire there is text, so a number among them does not compile. */
export type HeaderSchema = {
  readonly _zod: {
    readonly input: Readonly<Record<string, string | undefined>>;
    readonly output: Readonly<Record<string, string | undefined>>;
  };
};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. `anonymous`: anyone. `identity`: the bearer of an identity provider's proof (not yet our access token).
 * `customer`: any signed-in user. `admin`: a signed-in admin.
 */
export type Access = 'anonymous' | 'identity' | 'customer' | 'admin';

/**
 * Which budget of requests a call is counted against. `credentials`: calls that try a password; `signUp`: that make an
 * account; `document`: calls whose answer takes work to draw; `mail`: calls that make us write to an address that anyone may type.
 */
export type RateClass =
  | 'read'
  | 'search'
  | 'write'
  | 'order'
  | 'review'
  | 'token'
  | 'credentials'
  | 'signUp'
  | 'upload'
  | 'document'
  | 'mail'
  | 'webhook';

/** How an operation may say no: the HTTP status, a short title, and what comes with it. */
export type RefusalSpec = {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503;
  readonly title: string;
  readonly data?: Schema;
};

/**
 * What a call is in the audit log: the name of the act that is written when it succeeds (`part.changed`), or why none is,
 * for a person to judge.
 */
export type Audit = string | { readonly none: string };

/** One operation. Fields that are left out mean "none". */
export type Operation = {
  readonly method: Method;
  /** Path under `/api`, with `{name}` for parameters. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** The noun it belongs to; groups the documentation. */
  readonly noun: string;
  /** One line: what it does, from the caller's side. */
  readonly summary: string;
  /** What it promises: units, ranges, side effects, the source of a rule. */
  readonly description?: string;

  /** Path parameters. A value that does not fit is an unknown address: 404, not 422. */
  readonly params?: Schema;
  readonly query?: Schema;
  /** JSON body. */
  readonly body?: Schema;
  /** `multipart/form-data` body. */
  readonly form?: Schema;
  /** The body's bytes as they came, unparsed (signed webhooks): accepted content types. */
  readonly rawBody?: readonly string[];
  /** The body as a stream (imports): accepted content types. */
  readonly streamBody?: readonly string[];
  /** Largest body in bytes; 100,000 unless told. Streams are limited too. */
  readonly bodyLimitBytes?: number;
  /** Request headers beyond the ones that the kernel knows, lower case. */
  readonly headers?: Schema;
  /** Accepts `Idempotency-Key`: a repeated call with the same key gives the first answer. */
  readonly idempotent?: true;

  /** Status of success: 200 where there is output, else 204, unless told. */
  readonly status?: 200 | 201 | 202;
  /** JSON answer. */
  readonly output?: Schema;
  /** Headers of the answer, lower case. */
  readonly outputHeaders?: HeaderSchema;
  /** Server-sent events, each of this shape. An event's own `id`, where it has one, is the id that is sent with it. */
  readonly events?: Schema;
  /** The answer is a file: the content types it may have. */
  readonly file?: readonly string[];
  /** The answer is a redirect (303). */
  readonly redirect?: true;
  /** Who may keep a GET's answer: nobody (the default), or anyone who asks again with its entity tag, or for a while. */
  readonly cache?: 'revalidate' | { readonly maxAgeSeconds: number };

  readonly refusals?: Readonly<Record<string, RefusalSpec>>;
  /** `read` for GET, else `write`, unless told. */
  readonly rateClass?: RateClass;
  /** What a call of it is in the audit log. Everything but a GET says so. */
  readonly audit?: Audit;
};

export type Table = Readonly<Record<string, Operation>>;

// What a declaration must fulfil beyond its own type: path placeholders and parameter schema name the same things, and
// what is no GET says what it is in the audit log.
type Placeholders<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type Checked<T extends Table> = {
  readonly [K in keyof T]: [Placeholders<T[K]['path']>] extends [never]
    ? { readonly params?: never }
    : T[K] extends { readonly params: infer S }
      ? [keyof SchemaOut<S>] extends [Placeholders<T[K]['path']>]
        ? [Placeholders<T[K]['path']>] extends [keyof SchemaOut<S>]
          ? unknown
          : 'a placeholder of the path has no schema in params'
        : 'params names something that is not in the path'
      : 'the path has placeholders, so params is needed';
} & {
  readonly [K in keyof T]: T[K] extends { readonly method: 'GET' } | { readonly audit: Audit }
    ? unknown
    : { readonly audit: Audit };
};

/**
 * Declares operations; the compiler checks that each path and its parameters agree, and that everything but a GET says
 * what it is in the audit log.
 */
export function operations<const T extends Table>(table: T & Checked<T>): T {
  return table;
}

// ── What goes in ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** A file in a multipart body: the part of the web's `File` that the kernel promises. */
export type UploadedFile = {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
};

type SchemaPart = 'params' | 'query' | 'body' | 'form' | 'headers';
type Simplify<T> = { [K in keyof T]: T[K] };
// A part that may be left out altogether when all of its fields may.
type OptionalWhereEmpty<T> = Simplify<
  { [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K] } & {
    [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K];
  }
>;
type RawPart<Op> = Op extends { readonly rawBody: readonly string[] }
  ? { raw: Uint8Array; contentType: string }
  : unknown;
type StreamPart<Op> = Op extends { readonly streamBody: readonly string[] }
  ? { stream: AsyncIterable<Uint8Array>; contentType: string }
  : unknown;
type KeyIn<Op> = Op extends { readonly idempotent: true } ? { idempotencyKey?: string } : unknown;
type KeyParsed<Op> = Op extends { readonly idempotent: true }
  ? { readonly idempotencyKey: string | undefined }
  : unknown;

/** What a client gives to call an operation. */
export type In<Op> = Simplify<
  OptionalWhereEmpty<{ [K in keyof Op & SchemaPart]: SchemaIn<Op[K]> }> &
    RawPart<Op> &
    StreamPart<Op> &
    KeyIn<Op>
>;
/** What a handler gets: the same, parsed. */
export type Parsed<Op> = Simplify<
  { readonly [K in keyof Op & SchemaPart]: SchemaOut<Op[K]> } & RawPart<Op> & StreamPart<Op> & KeyParsed<Op>
>;

// ── What comes out ───────────────────────────────────────────────────────────────────────────────────────────────────

/** A file as an answer. */
export type FileAnswer = {
  readonly contentType: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** Offered as a download under this name. */
  readonly fileName?: string;
};
export type RedirectAnswer = { readonly location: string };

type Answer<Op, Side extends 'in' | 'out'> = Op extends { readonly events: infer S }
  ? AsyncIterable<Of<S, Side>>
  : Op extends { readonly file: readonly string[] }
    ? FileAnswer
    : Op extends { readonly redirect: true }
      ? RedirectAnswer
      : Op extends { readonly output: infer S }
        ? Op extends { readonly outputHeaders: infer H }
          ? { readonly body: Of<S, Side>; readonly headers: Of<H, Side> }
          : Of<S, Side>
        : // biome-ignore lint/suspicious/noConfusingVoidType: where there is no answer, a handler returns nothing.
          void;
type Of<S, Side extends 'in' | 'out'> = Side extends 'in' ? SchemaIn<S> : SchemaOut<S>;

/** What a client gets. */
export type Out<Op> = Answer<Op, 'out'>;
/** What a handler returns on success. */
export type Returned<Op> = Answer<Op, 'in'>;

type RefusalsOf<Op> = Op extends { readonly refusals: infer R } ? R : Record<never, never>;
type DataOf<Spec> = Spec extends { readonly data: infer S } ? SchemaIn<S> : undefined;
/** The refusals that an operation declares, as values: the union that its handler may return. */
export type RefusalOf<Op> = {
  [Code in keyof RefusalsOf<Op> & string]: Refusal<Code, DataOf<RefusalsOf<Op>[Code]>>;
}[keyof RefusalsOf<Op> & string];
/** Codes that an operation may be refused with, beside the kernel's own. */
export type RefusalCode<Op> = keyof RefusalsOf<Op> & string;

// ── The two ends ─────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * The kinds of callers of a product: `identity` for access `identity`, `user` for signed-in ones; and what writes into its
 * audit log what they do.
 */
export type Callers = { readonly identity: unknown; readonly user: unknown; readonly audit: unknown };

type CallerOf<Op extends Operation, C extends Callers> = Op['access'] extends 'anonymous'
  ? C['user'] | null
  : Op['access'] extends 'identity'
    ? C['identity']
    : C['user'];

type AuditPart<Op, C extends Callers> = Op extends { readonly audit: string }
  ? { readonly audit: C['audit'] }
  : unknown;

export type HandlerArgs<Op extends Operation, C extends Callers> = Parsed<Op> &
  AuditPart<Op, C> & {
    readonly caller: CallerOf<Op, C>;
    /** Aborts when the client goes away. */
    readonly signal: AbortSignalLike;
    /** Appears in the answer's `x-request-id` and in every log line of this request. */
    readonly requestId: string;
    /** The client's network address; empty where it is not known, and in this same process. */
    readonly address: string;
  };
/** The part of `AbortSignal` that handlers use, named here because this room knows neither Node nor the browser. */
export type AbortSignalLike = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
};

export type Handler<Op extends Operation, C extends Callers> = (
  args: HandlerArgs<Op, C>,
) => Promise<Returned<Op> | RefusalOf<Op>> | Returned<Op> | RefusalOf<Op>;

/** One handler per operation: a missing one, a wrong answer and an undeclared refusal do not compile. */
export type Handlers<T extends Table, C extends Callers> = { readonly [K in keyof T]: Handler<T[K], C> };

type Args<I> =
  Record<never, never> extends I ? [given?: I, options?: CallOptions] : [given: I, options?: CallOptions];
/** The typed client; the browser's, the in-process one and the tests' all have this type. */
export type Client<T extends Table> = {
  readonly [K in keyof T]: (...args: Args<In<T[K]>>) => Promise<Out<T[K]>>;
};
/** What a caller may say about one call. */
export type CallOptions = {
  /** Gives the call up when it aborts; the call then fails with the code `ABORTED`. */
  readonly signal?: AbortSignalLike;
};

/**
 * RFC 9457 problem details, as every error answer has them. A refusal's data stands beside the standard members, as the
 * RFC's extension members do (so it may not use their names).
 */
export type Problem<Code extends string = string, Data = unknown> = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly code: Code;
  readonly requestId?: string;
  readonly errors?: readonly FieldError[];
} & (Data extends undefined ? unknown : Data);
/** One invalid field: a dotted path into the request ("body.lines.0.quantity") and what is wrong with it. */
export type FieldError = { readonly path: string; readonly message: string };
type SeenDataOf<Spec> = Spec extends { readonly data: infer S } ? SchemaOut<S> : undefined;
/** What a call of this operation may fail with, as the client sees it: its own refusals, discriminated by `code`. */
export type ProblemOf<Op> = {
  [Code in RefusalCode<Op>]: Problem<Code, SeenDataOf<RefusalsOf<Op>[Code]>>;
}[RefusalCode<Op>];
