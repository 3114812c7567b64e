/** Requests of one operation: what is sent, before it is known what there is. */
import fc from 'fast-check';
import type { FuzzedOperation } from './api-document.ts';
import { fitting, HOSTILE_TEXTS, hostileValue, Known, nearlyFitting } from './schema-values.ts';

/** A request as it was thought up; `Known` values stand for things that are there. */
export type Thought = {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [name: string, value: unknown])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ThoughtBody | undefined;
};
type ThoughtBody =
  | { readonly kind: 'json'; readonly type: string; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly type: string | undefined; readonly bytes: Uint8Array };

/** A request as it goes over the wire. */
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** Whether its address is no address of the operation any more, so that nothing is promised of it but sanity. */
  readonly isElsewhere: boolean;
};

const NOUN_POOLS: readonly (readonly [RegExp, string])[] = [
  [/^\/parts\//, 'parts'],
  [/^\/order\//, 'orders'],
  [/^\/review\//, 'reviews'],
  [/^\/garage\//, 'garage'],
  [/^\/imports\//, 'imports'],
  [/^\/profile\/\{uId\}/, 'profiles'],
  [/^\/vehicles\//, 'vehicles'],
];

/** The pool of things that a field or parameter of an operation stands for. */
function poolsOf(operation: FuzzedOperation): (field: string) => string | undefined {
  const own = NOUN_POOLS.find(([path]) => path.test(operation.path))?.[1];
  return (field) => {
    if (operation.name === 'partsDelete' && field === 'id') return 'disposableParts';
    if (field === 'id' || field === 'uId' || field === 'partsId') return own;
    if (field === 'email' || field === 'userEmail') return 'emails';
    if (field === 'partId' || field === 'part') return 'parts';
    if (field === 'orderId') return operation.name === 'paymentIntentCreate' ? 'orders' : 'parts';
    if (field === 'importId') return 'imports';
    if (field === 'vehicle' || field === 'vehicles') return 'vehicles';
    if (field === 'cursor') return 'cursors';
    if (field === 'vin') return 'vins';
    return undefined;
  };
}

/** Whether values fit, nearly fit or mean harm: of ten, four, four and two. */
function ofAllKinds(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: values },
    { weight: 4, arbitrary: nearlyFitting(values) },
    { weight: 2, arbitrary: hostileValue },
  );
}

// Headers hold no more than this; anything else the HTTP client would not send.
const headerText = fc
  .oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ maxLength: 40 }))
  .map((text) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 2_000));
const ODD_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/xml',
  'image/svg+xml',
  'nonsense',
];

/** Bodies that are sent as bytes: pictures, files and forms, true and false. */
const FILES: readonly string[] = [
  '',
  'sku,price\nBP-1,1.00\n',
  'sku;stock\n=1+1;5\n',
  '\ufeff"brand","part_number"\r\n"a""b","c',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><ACES version="4.2">&b;</ACES>',
  '<?xml version="1.0"?><!DOCTYPE a SYSTEM "file:///etc/passwd"><PIES/>',
  '<ACES version="4.2"><App action="A" id="1"><BaseVehicle id="1"/><Part>1</Part></App></ACES>',
  `<PIES>${'<a>'.repeat(5_000)}`,
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'GIF89a<script>alert(1)</script>',
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0',
  '\xff\xd8\xff\xe0',
  'RIFF\0\0\0\0WEBPVP8 ',
  '%PDF-1.7',
  '{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1"}}}',
];
const fileBytes = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...FILES).map((text) => new Uint8Array(Buffer.from(text, 'latin1'))),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
);

function formOf(name: string, bytes: Uint8Array, fileName: string): Uint8Array {
  const safe = fileName.replaceAll(/[\r\n"]/g, '_');
  return Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"; filename="${safe}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n--x--\r\n'),
  ]);
}

function bodiesOf(operation: FuzzedOperation): fc.Arbitrary<ThoughtBody | undefined> {
  const { body } = operation;
  const anyBytes = fc.record({
    kind: fc.constant('bytes' as const),
    type: fc.option(fc.constantFrom(...ODD_TYPES), { nil: undefined }),
    bytes: fc.oneof(
      fileBytes,
      fc.json().map((text) => new Uint8Array(Buffer.from(text))),
    ),
  });
  if (body === undefined)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyBytes });
  const fit = Object.entries(body.content).map(([type, { schema = {} }]): fc.Arbitrary<ThoughtBody> => {
    if (type === 'application/json' && schema.format !== 'binary') {
      return ofAllKinds(fitting(schema, poolsOf(operation))).map((value) => ({ kind: 'json', type, value }));
    }
    if (type === 'multipart/form-data') {
      const field = Object.keys(schema.properties ?? {})[0] ?? 'file';
      return fc
        .tuple(fileBytes, fc.constantFrom('a.png', '../../a.png', 'a.svg', 'a\0.png', ''))
        .map(([bytes, name]) => ({
          kind: 'bytes',
          type: 'multipart/form-data; boundary=x',
          bytes: formOf(field, bytes, name),
        }));
    }
    if (type === 'application/x-www-form-urlencoded') {
      return fc
        .dictionary(
          fc.constantFrom(...Object.keys(schema.properties ?? { a: {} })),
          fc.constantFrom(...HOSTILE_TEXTS),
        )
        .map((fields) => ({ kind: 'bytes', type, bytes: Buffer.from(formText(fields)) }));
    }
    return fileBytes.map((bytes) => ({ kind: 'bytes', type, bytes }));
  });
  return fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...fit) },
    { weight: 1, arbitrary: anyBytes },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const formText = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`)
    .join('&');

/** Requests of an operation: fitting, nearly fitting and hostile. */
export function thoughtsOf(operation: FuzzedOperation): fc.Arbitrary<Thought> {
  const pools = poolsOf(operation);
  const valuesFor = (place: 'path' | 'query') =>
    operation.parameters
      .filter((one) => one.in === place)
      .map((one) => ({ ...one, values: fitting(one.schema, pools, one.name) }));
  const params = fc.record(
    Object.fromEntries(
      valuesFor('path').map(({ name, values }) => [
        name,
        fc.oneof({ weight: 8, arbitrary: values }, { weight: 2, arbitrary: hostileValue }),
      ]),
    ),
  );
  const query = fc
    .tuple(
      ...valuesFor('query').map(({ name, required, values }) =>
        fc
          .tuple(fc.nat({ max: 9 }), ofAllKinds(values))
          .map(([chance, value]) =>
            chance < (required === true ? 9 : 4) ? ([name, value] as const) : undefined,
          ),
      ),
      fc
        .tuple(fc.nat({ max: 9 }), fc.constantFrom(...HOSTILE_TEXTS), hostileValue)
        .map(([chance, name, value]) => (chance === 0 ? ([name, value] as const) : undefined)),
    )
    .map((pairs) => pairs.filter((pair) => pair !== undefined));
  const ownHeaders = operation.parameters
    .filter((one) => one.in === 'header')
    .map((one) => one.name.toLowerCase());
  const headers = fc.dictionary(
    // Not `host`: what is no host at all is refused by the HTTP server itself.
    fc.constantFrom(
      'x-request-id',
      'if-none-match',
      'accept-encoding',
      'x-forwarded-for',
      'x-forwarded-host',
      'range',
      ...ownHeaders.filter((name) => name !== 'host'),
    ),
    headerText,
    { maxKeys: 2 },
  );
  return fc.record({ params, query, headers, body: bodiesOf(operation) });
}

/** Text as a part of an address, whatever it holds; half characters go as the bytes that a client that means harm sends. */
function encoded(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : [...text].map((one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80')).join('');
}

type Pools = ReadonlyMap<string, readonly string[]>;

const resolved = (value: unknown, pools: Pools): unknown => {
  if (value instanceof Known) return value.from(pools);
  if (Array.isArray(value)) return value.map((one) => resolved(one, pools));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, pools)]));
};

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? (JSON.stringify(value) ?? '')
      : String(value);

/** A thought as it is sent, by what there is. */
export function sendingOf(operation: FuzzedOperation, thought: Thought, pools: Pools): Sent {
  let isElsewhere = false;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOf(resolved(thought.params[name], pools)).slice(0, 4_000);
    // Nothing, or a step within the tree of addresses: another address, and maybe another operation.
    if (/^\.{0,2}$/.test(text)) isElsewhere = true;
    return encoded(text);
  });
  const query = thought.query
    .flatMap(([name, value]) => {
      const one = resolved(value, pools);
      return (Array.isArray(one) ? one.slice(0, 50) : [one]).map(
        (item) => `${encoded(name)}=${encoded(textOf(item))}`,
      );
    })
    .join('&')
    .slice(0, 8_000);
  const { body } = thought;
  const bytes =
    body === undefined
      ? undefined
      : body.kind === 'json'
        ? Buffer.from(JSON.stringify(resolved(body.value, pools)) ?? 'null')
        : body.bytes;
  return {
    method: operation.method,
    path: `/api${path}${query === '' ? '' : `?${query}`}`,
    headers: { ...thought.headers, ...(body?.type === undefined ? {} : { 'content-type': body.type }) },
    body: bytes,
    isElsewhere,
  };
}
