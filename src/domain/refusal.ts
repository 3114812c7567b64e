/**
 * A refusal: the business says no. It is a value that a function returns, never something thrown, and it is
 * recognised by its `kind` field, so that it survives copying and two copies of this module.
 *
 * The contract lists, for each operation, which codes it may answer with; a code that is not listed does not compile.
 */
export type Refusal<Code extends string = string, Data = unknown> = {
  readonly kind: 'refusal';
  readonly code: Code;
  /** What the caller needs in order to go on (current prices, what is left), shown in the answer's `data`. */
  readonly data: Data;
  /** One sentence for a person, about this very case. */
  readonly detail?: string;
};

/** Makes a refusal without data. */
export function refuse<const Code extends string>(code: Code, detail?: string): Refusal<Code, undefined> {
  return detail === undefined
    ? { kind: 'refusal', code, data: undefined }
    : { kind: 'refusal', code, data: undefined, detail };
}

/** Makes a refusal that carries data. */
export function refuseWith<const Code extends string, Data>(
  code: Code,
  data: Data,
  detail?: string,
): Refusal<Code, Data> {
  return detail === undefined ? { kind: 'refusal', code, data } : { kind: 'refusal', code, data, detail };
}

/** Whether a value is a refusal. */
export function isRefusal<T>(value: T): value is Extract<T, Refusal<string, unknown>> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refusal';
}
