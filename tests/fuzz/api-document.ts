/** The OpenAPI document, as the fuzzer reads it: what the shop says of itself, from the shop itself. */
import * as z from 'zod';

/** The part of JSON Schema that the document uses. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
};

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type ResponseSpec = { readonly $ref?: string; readonly content?: Content };
type ParameterSpec = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
};
type OperationSpec = {
  readonly operationId: string;
  readonly 'x-access': 'anonymous' | 'identity' | 'customer' | 'admin';
  readonly 'x-rate-class': string;
  readonly parameters?: readonly ParameterSpec[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseSpec>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseSpec>>;
  };
};

/** What an answer of one status may be: by content type, a check of its JSON; null where it is no JSON. */
export type AnswerCheck = ReadonlyMap<string, z.ZodType | null>;

/** One operation, with every reference of its schemas followed. */
export type FuzzedOperation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly access: OperationSpec['x-access'];
  readonly rateClass: string;
  readonly parameters: readonly ParameterSpec[];
  readonly body: { readonly required: boolean; readonly content: Content } | undefined;
  readonly answers: ReadonlyMap<number, AnswerCheck>;
};

/** All operations of a document, in its order. */
export function operationsOf(text: string): readonly FuzzedOperation[] {
  // Its shape is held by the tests of the document itself.
  const document = JSON.parse(text) as Document;
  const followed = follower(document);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): FuzzedOperation => {
      const contentOf = (content: Content): Content =>
        Object.fromEntries(
          Object.entries(content).map(([type, { schema }]) => [
            type,
            schema ? { schema: followed(schema) } : {},
          ]),
        );
      return {
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        access: operation['x-access'],
        rateClass: operation['x-rate-class'],
        parameters: (operation.parameters ?? []).map((one) => ({ ...one, schema: followed(one.schema) })),
        body: operation.requestBody && {
          required: operation.requestBody.required ?? false,
          content: contentOf(operation.requestBody.content),
        },
        answers: new Map(
          Object.entries(operation.responses).map(([status, response]) => {
            const named = /^#\/components\/responses\/(\w+)$/.exec(response.$ref ?? '')?.[1];
            const { content = {} } =
              named === undefined ? response : (document.components.responses[named] ?? {});
            return [Number(status), checksOf(contentOf(content))] as const;
          }),
        ),
      };
    }),
  );
}

function checksOf(content: Content): AnswerCheck {
  return new Map(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      // What is no JSON is bytes or text.
      schema === undefined || !/json$/.test(type)
        ? null
        : z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema),
    ]),
  );
}

/** Follows references, so that a schema stands alone. One that has itself inside is let be anything there. */
function follower({ components }: Document): (schema: Schema) => Schema {
  const follow = (value: unknown, inside: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => follow(one, inside));
    if (typeof value !== 'object' || value === null) return value;
    const name =
      '$ref' in value ? /^#\/components\/schemas\/(\w+)$/.exec(String(value.$ref))?.[1] : undefined;
    if (name !== undefined) {
      return inside.includes(name) ? {} : follow(components.schemas[name] ?? {}, [...inside, name]);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, follow(one, inside)]));
  };
  return (schema) => follow(schema, []) as Schema;
}
