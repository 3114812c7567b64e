/** The OpenAPI 3.1 document of a table of operations. */
import { bodyKindOf } from './manifest.ts';
import { Components, type Json } from './openapi-components.ts';
import { problemResponses } from './openapi-problems.ts';
import type { Access, Operation, Schema, Table } from './operation.ts';

export type OpenApiInfo = {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Where the operations' paths begin. */
  readonly basePath: string;
};

const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  anonymous: [],
  identity: [{ identityProof: [] }],
  customer: [{ accessToken: [] }],
  admin: [{ accessToken: [] }],
};

const SECURITY_SCHEMES: Json = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: "The shop's own access token. Operations with `x-access: admin` want an admin's.",
  },
  identityProof: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "The identity provider's proof of who someone is.",
  },
};

const BINARY: Json = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated call with the same key gives the first answer and has no second effect.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,200}$' },
};

function placeholdersOf(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
}

// Two paths that differ only in the names of their parameters are one path to OpenAPI: the first one's names are used.
function renamer(operation: Operation, path: string): (name: string) => string {
  const own = placeholdersOf(operation.path);
  const shown = placeholdersOf(path);
  return (name) => shown[own.indexOf(name)] ?? name;
}

function parametersOf(operation: Operation, path: string, components: Components): readonly Json[] {
  const rename = renamer(operation, path);
  const of = (
    place: string,
    schema: Schema | undefined,
    nameOf: (name: string) => string,
  ): readonly Json[] => {
    if (schema === undefined) return [];
    const { properties, required } = components.fieldsOf(schema, 'input');
    return Object.entries(properties).map(([name, field]) => {
      const { description, ...rest } = field;
      return {
        name: nameOf(name),
        in: place,
        required: place === 'path' || required.includes(name),
        ...(typeof description === 'string' ? { description } : {}),
        schema: rest,
      };
    });
  };
  return [
    ...of('path', operation.params, rename),
    ...of('query', operation.query, (name) => name),
    ...of('header', operation.headers, (name) => name),
    ...(operation.idempotent === true ? [IDEMPOTENCY_KEY] : []),
  ];
}

function mediaTypes(types: readonly string[]): Json {
  return Object.fromEntries(
    types.map((type) => [type, { schema: type === 'application/json' ? {} : BINARY }]),
  );
}

function requestBodyOf(operation: Operation, components: Components): Json | undefined {
  const { body, form, rawBody, streamBody } = operation;
  switch (bodyKindOf(operation)) {
    case undefined:
      return undefined;
    case 'json':
      return { required: true, content: { 'application/json': { schema: components.of(body, 'input') } } };
    case 'form':
      return { required: true, content: { 'multipart/form-data': { schema: components.of(form, 'input') } } };
    case 'raw':
      return { required: true, content: mediaTypes(rawBody ?? []) };
    case 'stream':
      return { required: true, content: mediaTypes(streamBody ?? []) };
  }
}

function answerHeadersOf(operation: Operation, components: Components): Json | undefined {
  const headers: Json = {};
  if (operation.outputHeaders !== undefined) {
    const { properties, required } = components.fieldsOf(operation.outputHeaders, 'output');
    for (const [name, schema] of Object.entries(properties)) {
      headers[name] = { required: required.includes(name), schema };
    }
  }
  if (operation.cache === 'revalidate') headers.etag = { schema: { type: 'string' } };
  return Object.keys(headers).length === 0 ? undefined : headers;
}

function successOf(operation: Operation, components: Components): Json {
  const headers = answerHeadersOf(operation, components);
  const withHeaders = headers === undefined ? {} : { headers };
  if (operation.redirect === true) {
    const location = { required: true, schema: { type: 'string' } };
    return { '303': { description: 'See there', headers: { location } } };
  }
  if (operation.events !== undefined) {
    const schema = components.of(operation.events, 'output');
    return {
      '200': {
        description:
          'Server-sent events. `data` of each is JSON of this schema; `event: end` completes the stream.',
        content: { 'text/event-stream': { schema } },
      },
    };
  }
  const status = String(
    operation.status ?? (operation.output === undefined && operation.file === undefined ? 204 : 200),
  );
  const unchanged = operation.cache === 'revalidate' ? { '304': { description: 'Not changed' } } : {};
  if (operation.file !== undefined) {
    return {
      [status]: { description: 'The file', ...withHeaders, content: mediaTypes(operation.file) },
      ...unchanged,
    };
  }
  if (operation.output === undefined) return { [status]: { description: 'Done', ...withHeaders } };
  const content = { 'application/json': { schema: components.of(operation.output, 'output') } };
  return { [status]: { description: 'Done', ...withHeaders, content }, ...unchanged };
}

function operationObject(name: string, operation: Operation, path: string, components: Components): Json {
  const parameters = parametersOf(operation, path, components);
  const requestBody = requestBodyOf(operation, components);
  return {
    operationId: name,
    tags: [operation.noun],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    security: SECURITY[operation.access],
    'x-access': operation.access,
    'x-rate-class': operation.rateClass ?? (operation.method === 'GET' ? 'read' : 'write'),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { ...successOf(operation, components), ...problemResponses(operation, components) },
  };
}

/**
 * The document of a table, the same for the same table. Schemas with an `id` become components; where what goes in
 * differs from what comes out (defaults, transforms), the former is `…Input`.
 *
 * @throws Error where two schemas have one id, or one refusal code is declared in two ways.
 */
export function openApiOf(table: Table, info: OpenApiInfo): Json {
  const components = new Components();
  const pathOfShape = new Map<string, string>();
  const paths: Record<string, Json> = {};
  const nouns = new Set<string>();
  for (const [name, operation] of Object.entries(table)) {
    const shape = operation.path.replaceAll(/\{\w+\}/g, '{}');
    const path = pathOfShape.get(shape) ?? operation.path;
    pathOfShape.set(shape, path);
    nouns.add(operation.noun);
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: operationObject(name, operation, path, components),
    };
  }
  return components.resolve({
    openapi: '3.1.0',
    info: { title: info.title, version: info.version, description: info.description },
    servers: [{ url: info.basePath }],
    tags: [...nouns].map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas(),
      responses: components.responses(),
      securitySchemes: SECURITY_SCHEMES,
    },
  });
}
