/** What goes in: text that can be kept, lists in queries, and schema errors as the API tells them. */
import * as z from 'zod';
import type { FieldError } from '#contract/kernel/operation.ts';

/** Errors that one answer lists at most. */
const MAX_ERRORS = 50;
/** Levels of nesting that a body may have. */
const MAX_DEPTH = 64;

const LONE_SURROGATE = /\p{Cs}/u;
function canBeKept(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

type Node = {
  readonly value: object;
  readonly key: string;
  readonly parent: Node | null;
  readonly depth: number;
};
function pathOf(node: Node, key?: string): string {
  let path = key === undefined ? node.key : `${node.key}.${key}`;
  for (let above = node.parent; above !== null; above = above.parent) path = `${above.key}.${path}`;
  return path;
}

const UNKEEPABLE = 'This text has characters that cannot be kept';

/**
 * Looks through a value that came from outside before any schema sees it. Text with NUL or lone surrogates, which no
 * database keeps, and nesting that could exhaust the stack are errors; `__proto__` keys are taken out.
 *
 * @returns the first error, or null.
 */
export function inspect(value: unknown, root: string): FieldError | null {
  if (typeof value === 'string') return canBeKept(value) ? null : { path: root, message: UNKEEPABLE };
  if (typeof value !== 'object' || value === null) return null;
  const open: Node[] = [{ value, key: root, parent: null, depth: 1 }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.depth > MAX_DEPTH) return { path: root, message: 'This is nested too deeply' };
    const entries = Object.entries(node.value);
    for (const [key, child] of entries) {
      if (key === '__proto__') {
        Reflect.deleteProperty(node.value, key);
        continue;
      }
      if (typeof child === 'string' ? !canBeKept(child) : false) {
        return { path: pathOf(node, canBeKept(key) ? key : '?'), message: UNKEEPABLE };
      }
      if (!canBeKept(key))
        return { path: pathOf(node), message: 'A field name has characters that cannot be kept' };
      // Files of a form are looked at by whoever reads their bytes.
      if (typeof child === 'object' && child !== null && !(child instanceof Blob)) {
        open.push({ value: child, key, parent: node, depth: node.depth + 1 });
      }
    }
  }
  return null;
}

/** A schema's errors as the API tells them: dotted paths that begin with the part of the request. */
export function fieldErrors(error: z.core.$ZodError, root: string): readonly FieldError[] {
  const issues = error.issues.length > MAX_ERRORS ? error.issues.slice(0, MAX_ERRORS) : error.issues;
  return issues.map((issue) => ({
    path: issue.path.length === 0 ? root : `${root}.${issue.path.map(String).join('.')}`,
    message: issue.message,
  }));
}

// Looks through what only wraps a schema (optional, default, …) for the schema inside.
function unwrapped(schema: z.core.$ZodType): z.core.$ZodTypes {
  let inner = schema as z.core.$ZodTypes;
  for (;;) {
    const { def } = inner._zod;
    switch (def.type) {
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'catch':
      case 'readonly':
        inner = def.innerType as z.core.$ZodTypes;
        break;
      case 'pipe':
        inner = def.in as z.core.$ZodTypes;
        break;
      default:
        return inner;
    }
  }
}

/** Names of the fields of an object schema. */
export function fieldNames(schema: z.core.$ZodType): readonly string[] {
  const { def } = unwrapped(schema)._zod;
  return def.type === 'object' ? Object.keys(def.shape) : [];
}

/** Names of the fields that take a list, which a query or form with one value gives without one. */
export function listFields(schema: z.core.$ZodType): readonly string[] {
  const { def } = unwrapped(schema)._zod;
  if (def.type !== 'object') return [];
  return Object.keys(def.shape).filter((name) => {
    const field = def.shape[name];
    if (field === undefined) return false;
    const { type } = unwrapped(field)._zod.def;
    return type === 'array' || type === 'set' || type === 'tuple';
  });
}

/** Makes lists of the single values of list fields, in place. */
export function wrapLists(record: Record<string, unknown>, fields: readonly string[]): void {
  for (const field of fields) {
    const value = record[field];
    if (value !== undefined && !Array.isArray(value)) record[field] = [value];
  }
}

/** Parses with a schema that has no asynchronous parts. */
export function parseWith(
  schema: z.core.$ZodType,
  value: unknown,
):
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: z.core.$ZodError } {
  return z.safeParse(schema, value);
}
