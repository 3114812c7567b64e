/**
 * What the browser needs of the table of operations: how to send a call and how to read its answer. It is plain data
 * without schemas, so that the schema library stays out of the browser's bundle.
 */
import type { Method, Operation, Table } from './operation.ts';

/** How the body is sent. Left out: there is none. */
export type BodyKind = 'json' | 'form' | 'raw' | 'stream';
/** How the answer is read. Left out: it is JSON. */
export type AnswerKind = 'none' | 'events' | 'file' | 'redirect';

export type ManifestEntry = {
  readonly method: Method;
  readonly path: string;
  readonly body?: BodyKind;
  readonly answer?: AnswerKind;
  /** Names of the answer's headers that belong to it; the call then gives `{ body, headers }`. */
  readonly headers?: readonly string[];
  readonly idempotent?: true;
  /** As {@link isForEverybody}: it is asked without a token. */
  readonly forEverybody?: true;
};
export type Manifest<T extends Table> = { readonly [K in keyof T]: ManifestEntry };

/** How an operation's body is sent; undefined where it has none. */
export function bodyKindOf(operation: Operation): BodyKind | undefined {
  if (operation.body !== undefined) return 'json';
  if (operation.form !== undefined) return 'form';
  if (operation.rawBody !== undefined) return 'raw';
  return operation.streamBody === undefined ? undefined : 'stream';
}

/** How an operation's answer is read; undefined for JSON. */
export function answerKindOf(operation: Operation): AnswerKind | undefined {
  if (operation.events !== undefined) return 'events';
  if (operation.file !== undefined) return 'file';
  if (operation.redirect !== undefined) return 'redirect';
  return operation.output === undefined ? 'none' : undefined;
}

/**
 * Whether an operation's answers say the same to everybody until what they tell of changes: such answers are kept for all who ask,
 * so nobody asks for them by name.
 */
export function isForEverybody(operation: Operation): boolean {
  return (
    operation.access === 'anonymous' &&
    operation.method === 'GET' &&
    operation.cache === 'revalidate' &&
    operation.output !== undefined &&
    answerKindOf(operation) === undefined &&
    (operation.status ?? 200) === 200
  );
}

// An object schema's fields; this module has no schema library, so it asks for no more than this.
type WithShape = { readonly shape: Readonly<Record<string, unknown>> };
function hasShape(schema: object): schema is WithShape {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null;
}

/**
 * The manifest of a table.
 *
 * @throws Error where `outputHeaders` is not a plain object schema.
 */
export function manifestOf<T extends Table>(table: T): Manifest<T> {
  const entries: Record<string, ManifestEntry> = {};
  for (const [name, operation] of Object.entries(table)) {
    const body = bodyKindOf(operation);
    const answer = answerKindOf(operation);
    const { outputHeaders } = operation;
    if (outputHeaders !== undefined && !hasShape(outputHeaders)) {
      throw new Error(`${name}: outputHeaders must be an object schema`);
    }
    entries[name] = {
      method: operation.method,
      path: operation.path,
      ...(body === undefined ? {} : { body }),
      ...(answer === undefined ? {} : { answer }),
      ...(outputHeaders === undefined ? {} : { headers: Object.keys(outputHeaders.shape) }),
      ...(operation.idempotent === undefined ? {} : { idempotent: operation.idempotent }),
      ...(isForEverybody(operation) ? { forEverybody: true } : {}),
    };
  }
  // Every key of the table was visited, so this is its manifest.
  return entries as Manifest<T>;
}
