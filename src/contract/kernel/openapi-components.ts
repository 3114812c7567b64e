/** Schemas of the OpenAPI document: JSON Schema 2020-12, with those that have an id lifted into components. */
import * as z from 'zod';
import type { Schema } from './operation.ts';

export type Json = { [key: string]: unknown };
export type Direction = 'input' | 'output';

const LIFTED = /^#\/\$(input|output)\/(.+)$/;
const SAFE_INTEGER = 9_007_199_254_740_991;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces every `$ref` in a value. */
function withRefs(value: unknown, rename: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withRefs(one, rename));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === '$ref' && typeof child === 'string' ? rename(child) : withRefs(child, rename),
    ]),
  );
}

/** Gathers the schemas and responses that a document refers to. */
export class Components {
  readonly #lifted = { input: new Map<string, Json>(), output: new Map<string, Json>() };
  readonly #own = new Map<string, Json>();
  readonly #responses = new Map<string, Json>();

  /** A schema as JSON Schema, as clients send it (`input`) or as they get it (`output`). */
  of(schema: Schema | undefined, direction: Direction): Json {
    if (schema === undefined) return {};
    // Every schema of a table is the schema library's. Within an object, so that its own id is lifted too.
    const whole = z.object({ root: schema as z.core.$ZodType });
    const { properties, $defs = {} } = z.toJSONSchema(whole, {
      io: direction,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // Answers may gain fields, so a client must not insist that there are no others.
        if (direction === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        // That a number is one that JavaScript can hold says nothing about the field.
        if (jsonSchema.minimum === -SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === SAFE_INTEGER) delete jsonSchema.maximum;
      },
    });
    const local = (ref: string) => ref.replace('#/$defs/', `#/$${direction}/`);
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...rest } = definition;
      this.#lift(name, direction, withRefs(rest, local));
    }
    const root = withRefs(properties?.root, local);
    return isJson(root) ? root : {};
  }

  #lift(name: string, direction: Direction, schema: unknown): void {
    if (!isJson(schema)) return;
    const before = this.#lifted[direction].get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas have the id ${name}`);
    }
    this.#lifted[direction].set(name, schema);
  }

  /**
   * The fields of an object schema.
   *
   * @throws Error where it is none, or has an id of its own: what is spread over parameters cannot be a component.
   */
  fieldsOf(
    schema: Schema,
    direction: Direction,
  ): { readonly properties: Readonly<Record<string, Json>>; readonly required: readonly string[] } {
    const { properties, required } = this.of(schema, direction);
    if (!isJson(properties))
      throw new Error('Parameters and headers need a plain object schema without an id');
    const fields: Record<string, Json> = {};
    for (const [name, field] of Object.entries(properties)) fields[name] = isJson(field) ? field : {};
    return { properties: fields, required: Array.isArray(required) ? required.map(String) : [] };
  }

  /** Adds a schema of the document's own under a name, once. */
  add(name: string, schema: Json): Json {
    const before = this.#own.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`${name} is declared in two different ways`);
    }
    this.#own.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Adds a response under a name, once. */
  addResponse(name: string, response: () => Json): Json {
    if (!this.#responses.has(name)) this.#responses.set(name, response());
    return { $ref: `#/components/responses/${name}` };
  }

  // Names whose input differs from their output, by themselves or by what they refer to.
  #differing(): ReadonlySet<string> {
    const { input, output } = this.#lifted;
    const plain = (schema: Json) => JSON.stringify(withRefs(schema, (ref) => ref.replace(LIFTED, '$2')));
    const differing = new Set<string>();
    for (const [name, schema] of input) {
      const other = output.get(name);
      if (other !== undefined && plain(schema) !== plain(other)) differing.add(name);
    }
    for (let before = -1; before !== differing.size; ) {
      before = differing.size;
      for (const [name, schema] of input) {
        const text = JSON.stringify(schema);
        if ([...differing].some((one) => text.includes(`"#/$input/${one}"`))) differing.add(name);
      }
    }
    return differing;
  }

  /** The component schemas, by name. */
  schemas(): Json {
    const differing = this.#differing();
    const all = new Map(this.#own);
    for (const [name, schema] of this.#lifted.output) all.set(name, schema);
    for (const [name, schema] of this.#lifted.input)
      all.set(differing.has(name) ? `${name}Input` : name, schema);
    return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  responses(): Json {
    return Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Gives a document's references their final names. */
  resolve(document: Json): Json {
    const differing = this.#differing();
    const resolved = withRefs(document, (ref) => {
      const [, direction, name = ''] = LIFTED.exec(ref) ?? [];
      if (direction === undefined) return ref;
      return `#/components/schemas/${direction === 'input' && differing.has(name) ? `${name}Input` : name}`;
    });
    return isJson(resolved) ? resolved : document;
  }
}
