/** How an operation may fail, in the OpenAPI document. */
import { bodyKindOf } from './manifest.ts';
import type { Components, Json } from './openapi-components.ts';
import type { Operation, Schema } from './operation.ts';
import { KERNEL_PROBLEMS, type KernelCode, problemType } from './problems.ts';

const PROBLEM: Json = {
  type: 'object',
  description:
    'Problem details as in RFC 9457. What a refusal tells beside the standard members stands among them.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', description: 'What to tell problems apart by' },
    requestId: { type: 'string', description: 'Names this request in the log' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', examples: ['body.lines.0.quantity'] },
          message: { type: 'string' },
        },
        required: ['path', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'code'],
};

/** The kernel's own problems that an operation may answer with. */
export function kernelCodesOf(operation: Operation): readonly KernelCode[] {
  const hasBody = bodyKindOf(operation) !== undefined;
  const isChecked =
    operation.query ?? operation.headers ?? operation.body ?? operation.form ?? operation.idempotent ?? null;
  return [
    ...(hasBody ? (['MALFORMED'] as const) : []),
    // Anyone may read; but a call with an effect is not made for someone whose token is no longer good.
    ...(operation.access !== 'anonymous' || operation.method !== 'GET' ? (['UNAUTHENTICATED'] as const) : []),
    ...(operation.access === 'admin' ? (['FORBIDDEN'] as const) : []),
    ...(operation.params === undefined ? [] : (['NOT_FOUND'] as const)),
    ...(hasBody ? (['TOO_LARGE', 'UNSUPPORTED_TYPE'] as const) : []),
    ...(isChecked === null ? [] : (['INVALID'] as const)),
    'TOO_MANY_REQUESTS',
    'INTERNAL',
    'UNAVAILABLE',
  ];
}

type Declared = {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly data?: Schema;
};

function componentName(code: string): string {
  const words = code.toLowerCase().split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Problem`;
}

function schemaOf({ code, status, title, data }: Declared, components: Components): Json {
  const shown = { code: { const: code }, status: { const: status }, title: { const: title } };
  const own = { type: 'object', properties: shown };
  const base = components.add('Problem', PROBLEM);
  const example = {
    type: problemType(code),
    title,
    status,
    code,
    requestId: '3f0c1d3e-6d5b-4a5e-9d0f-0b7c2f1d9a10',
  };
  return components.add(
    componentName(code),
    data === undefined
      ? { allOf: [base, own], examples: [example] }
      : { allOf: [base, own, components.of(data, 'output')] },
  );
}

function headersOf(status: number): Json {
  const text = { schema: { type: 'string' } };
  if (status === 401) return { headers: { 'www-authenticate': text } };
  return status === 429 || status === 503 ? { headers: { 'retry-after': text } } : {};
}

function responseOf(problems: readonly Declared[], components: Components): Json {
  const schemas = problems.map((problem) => schemaOf(problem, components));
  const [only] = schemas;
  return {
    description: problems.map(({ code, title }) => `\`${code}\`: ${title}`).join('\n\n'),
    ...headersOf(problems[0]?.status ?? 0),
    content: {
      'application/problem+json': {
        schema: schemas.length === 1 && only !== undefined ? only : { oneOf: schemas },
      },
    },
  };
}

/** The error responses of an operation: its refusals and the kernel's own problems, one response for each status. */
export function problemResponses(operation: Operation, components: Components): Json {
  const byStatus = new Map<number, Declared[]>();
  const add = (problem: Declared) => {
    const among = byStatus.get(problem.status) ?? [];
    if (!among.some(({ code }) => code === problem.code)) among.push(problem);
    byStatus.set(problem.status, among);
  };
  for (const [code, spec] of Object.entries(operation.refusals ?? {})) {
    add({ code, ...spec });
  }
  for (const code of kernelCodesOf(operation)) add({ code, ...KERNEL_PROBLEMS[code] });
  const responses: Json = {};
  for (const [status, problems] of [...byStatus].sort(([a], [b]) => a - b)) {
    const [only] = problems;
    const isShared = problems.length === 1 && only !== undefined && only.code in KERNEL_PROBLEMS;
    responses[String(status)] = isShared
      ? components.addResponse(only.code, () => responseOf(problems, components))
      : responseOf(problems, components);
  }
  return responses;
}
