/** Everything about an operation that can be worked out once, when the table is mounted. */
import type * as z from 'zod';
import { type AnswerKind, answerKindOf, type BodyKind, bodyKindOf } from '#contract/kernel/manifest.ts';
import type {
  Access,
  Callers,
  Handlers,
  Method,
  Operation,
  RateClass,
  Schema,
  Table,
} from '#contract/kernel/operation.ts';
import { KERNEL_PROBLEMS, PROBLEM_MEMBERS } from '#contract/kernel/problems.ts';
import { fieldNames, listFields } from './input.ts';

/** Largest body in bytes where an operation does not say. */
const DEFAULT_BODY_LIMIT_BYTES = 100_000;

export type PreparedRefusal = {
  readonly status: number;
  readonly title: string;
  readonly data: z.core.$ZodType | undefined;
};

/** An operation, ready to run. */
export type Prepared = {
  readonly name: string;
  readonly operation: Operation;
  readonly method: Method;
  readonly access: Access;
  readonly rateClass: RateClass;
  /** Parameter names with the position of their segment in the operation's path, which starts with an empty one. */
  readonly pathParams: readonly { readonly name: string; readonly segment: number }[];
  readonly params: z.core.$ZodType | undefined;
  readonly query: z.core.$ZodType | undefined;
  readonly queryLists: readonly string[];
  readonly headers: z.core.$ZodType | undefined;
  readonly headerNames: readonly string[];
  readonly bodyKind: BodyKind | undefined;
  /** Schema of a JSON body or of a form. */
  readonly body: z.core.$ZodType | undefined;
  readonly bodyLists: readonly string[];
  readonly bodyTypes: readonly string[];
  readonly bodyLimitBytes: number;
  readonly answerKind: AnswerKind | undefined;
  readonly status: number;
  readonly hasOutputHeaders: boolean;
  readonly outputHeaderNames: readonly string[];
  /** Undefined where there is none, or where this operation's output is trusted. */
  readonly output: z.core.$ZodType | undefined;
  readonly outputHeaders: z.core.$ZodType | undefined;
  readonly events: z.core.$ZodType | undefined;
  readonly refusals: ReadonlyMap<string, PreparedRefusal>;
  /** Takes a `Call`. */
  readonly handle: (call: object) => unknown;
};

// The table's types ask no more of a schema than its two type slots, which keeps them fast; every schema is zod's.
function asZod(schema: Schema | undefined): z.core.$ZodType | undefined {
  return schema as z.core.$ZodType | undefined;
}

function bodyTypesOf(operation: Operation, kind: BodyKind | undefined): readonly string[] {
  switch (kind) {
    case 'json':
      return ['application/json'];
    case 'form':
      return ['multipart/form-data'];
    case 'raw':
      return operation.rawBody ?? [];
    case 'stream':
      return operation.streamBody ?? [];
    case undefined:
      return [];
  }
}

function refusalsOf(name: string, operation: Operation): ReadonlyMap<string, PreparedRefusal> {
  const refusals = new Map<string, PreparedRefusal>();
  const own: Readonly<Record<string, { readonly status: number }>> = KERNEL_PROBLEMS;
  for (const [code, spec] of Object.entries(operation.refusals ?? {})) {
    const kernelStatus = own[code]?.status;
    if (kernelStatus !== undefined && kernelStatus !== spec.status) {
      throw new Error(`${name}: ${code} is the kernel's own and has status ${kernelStatus}`);
    }
    const data = asZod(spec.data);
    const taken =
      data === undefined ? [] : fieldNames(data).filter((field) => PROBLEM_MEMBERS.includes(field));
    if (taken.length > 0)
      throw new Error(`${name}: the data of ${code} may not use the names ${taken.join(', ')}`);
    refusals.set(code, { status: spec.status, title: spec.title, data });
  }
  return refusals;
}

/** The path with its parameters' names left out: what an address is recognised by. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

/**
 * Prepares every operation of a table.
 *
 * @throws Error where two operations have the same method and address, where a handler is missing, where a refusal's
 *   data would hide a member of the problem, or where a body is declared twice.
 */
export function prepare<T extends Table, C extends Callers>(
  table: T,
  handlers: Handlers<T, C>,
): readonly Prepared[] {
  const addresses = new Set<string>();
  return Object.entries(table).map(([name, operation]) => {
    const address = `${operation.method} ${shapeOf(operation.path)}`;
    if (addresses.has(address)) throw new Error(`${name}: ${address} is declared twice`);
    addresses.add(address);
    const handler: unknown = handlers[name];
    if (typeof handler !== 'function') throw new Error(`${name} has no handler`);
    const { body, form, rawBody, streamBody } = operation;
    if ([body, form, rawBody, streamBody].filter((one) => one !== undefined).length > 1) {
      throw new Error(`${name}: an operation has one kind of body`);
    }
    const bodyKind = bodyKindOf(operation);
    const bodySchema = asZod(body ?? form);
    const query = asZod(operation.query);
    const headers = asZod(operation.headers);
    const outputHeaders = asZod(operation.outputHeaders);
    return {
      name,
      operation,
      method: operation.method,
      access: operation.access,
      rateClass: operation.rateClass ?? (operation.method === 'GET' ? 'read' : 'write'),
      pathParams: operation.path.split('/').flatMap((segment, index) => {
        const param = /^\{(\w+)\}$/.exec(segment)?.[1];
        return param === undefined ? [] : [{ name: param, segment: index }];
      }),
      params: asZod(operation.params),
      query,
      queryLists: query === undefined ? [] : listFields(query),
      headers,
      headerNames: headers === undefined ? [] : fieldNames(headers),
      bodyKind,
      body: bodySchema,
      bodyLists: bodySchema === undefined || form === undefined ? [] : listFields(bodySchema),
      bodyTypes: bodyTypesOf(operation, bodyKind),
      bodyLimitBytes: operation.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
      answerKind: answerKindOf(operation),
      status: operation.status ?? (answerKindOf(operation) === 'none' ? 204 : 200),
      hasOutputHeaders: outputHeaders !== undefined,
      outputHeaderNames: outputHeaders === undefined ? [] : fieldNames(outputHeaders),
      output: asZod(operation.output),
      outputHeaders,
      events: asZod(operation.events),
      refusals: refusalsOf(name, operation),
      // `Handlers` has proved that this handler takes what the operation's schemas give; from here on the schemas
      // themselves see to it.
      handle: handler as (call: object) => unknown,
    };
  });
}
