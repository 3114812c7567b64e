/** Values for a schema: that fit, that nearly fit, and that mean harm. */
import fc from 'fast-check';
import type { Schema } from './api-document.ts';

const SPELLINGS = {
  plainly: (id: string) => id,
  'in capitals': (id: string) => id.toUpperCase(),
  'with a zero before': (id: string) => `0${id}`,
  'with spaces': (id: string) => ` ${id} `,
  'in wide digits': (id: string) =>
    id.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  'in braces': (id: string) => `{${id}}`,
  'without hyphens': (id: string) => id.replaceAll('-', ''),
  'with a NUL behind': (id: string) => `${id}\0`,
  twice: (id: string) => `${id},${id}`,
} as const;
type Spelling = keyof typeof SPELLINGS;

/** Stands for something that is there (a part, an order, a person's email) until a request is sent. */
export class Known {
  readonly pool: string;
  readonly index: number;
  readonly spelling: Spelling;
  constructor(pool: string, index: number, spelling: Spelling) {
    this.pool = pool;
    this.index = index;
    this.spelling = spelling;
  }
  /** Its id out of what there is, as it is spelt here. */
  from(pools: ReadonlyMap<string, readonly string[]>): string | number {
    const isNumber = this.pool.startsWith('#');
    const pool = pools.get(isNumber ? this.pool.slice(1) : this.pool) ?? [];
    const id = pool[this.index % Math.max(1, pool.length)] ?? '0';
    return isNumber ? Number(id) : SPELLINGS[this.spelling](id);
  }
  toString(): string {
    return `<${this.pool} ${this.index} ${this.spelling}>`;
  }
  toJSON(): string {
    return this.toString();
  }
}

export const known = (pool: string): fc.Arbitrary<Known> =>
  fc
    .tuple(
      fc.nat({ max: 1_000 }),
      fc.oneof(
        { weight: 5, arbitrary: fc.constant<Spelling>('plainly') },
        { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(SPELLINGS) as Spelling[])) },
      ),
    )
    .map(([index, spelling]) => new Known(pool, index, spelling));

/** Texts that have broken other shops. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066reversed',
  '\ufeff',
  'ﷺ'.repeat(200),
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(50),
  'İıŞ\u0307',
  'ｆｕｌｌ＠ｗｉｄｔｈ．example',
  'admin@mainshaft.example\n',
  'ADMIN@MAINSHAFT.EXAMPLE',
  "' OR 1=1 --",
  "'; DROP TABLE shop_user; --",
  '%27%20OR%201=1',
  '$1',
  '\\x41\\u0000',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '</script><script>alert(1)</script>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '//evil.example',
  '/\\evil.example',
  '=HYPERLINK("http://evil.example")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  'header\r\nset-cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '007',
  '1e309',
  '0x10',
  '9'.repeat(400),
  '2147483648',
  '9223372036854775808',
  '1.0000000000000001',
  '１２３',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '2026-02-30T25:61:61Z~x',
  '0000-01-01T00:00:00.000Z~00000000-0000-4000-8000-000000000000',
  '+275760-09-13T00:00:00.001Z~00000000-0000-4000-8000-000000000000',
  '[[[[[[[[[[',
  '(a+)+$'.repeat(30),
  'a'.repeat(70_000),
];

/** Fields that other shops believed a client about. */
const GREEDY_FIELDS: Readonly<Record<string, unknown>> = {
  role: 'admin',
  isAdmin: true,
  admin: true,
  _id: '00000000-0000-4000-8000-000000000001',
  id: '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000001',
  user_id: '00000000-0000-4000-8000-000000000001',
  emailVerified: true,
  email_verified: true,
  email: 'admin@mainshaft.example',
  userEmail: 'admin@mainshaft.example',
  paid: true,
  status: 'paid',
  transactionId: 'pi_free',
  amount: 0.01,
  totalMinor: 1,
  pricePerUnit: 0,
  stock: 1_000_000,
  rank: -1,
  archivedAt: null,
  hiddenAt: null,
  deactivated: false,
  tokenEpoch: 0,
  __proto__: { role: 'admin' },
  constructor: { prototype: { role: 'admin' } },
};

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

/** Any JSON, with hostile texts among it. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      0.1 + 0.2,
      1e308,
      Number.MAX_SAFE_INTEGER + 2,
      [],
      {},
      [[]],
      [null],
      { $ne: null },
      { $gt: '' },
      { toString: 'x' },
      { length: -1 },
      Array.from({ length: 1_000 }, () => 0),
    ),
  },
);

const SHORT = 40;

function textFor(schema: Schema): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 200 } = schema;
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern?.includes('@') === true) return fc.emailAddress().map((email) => email.toLowerCase());
  if (pattern !== undefined) return fc.stringMatching(withoutLookaround(pattern));
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.string({
        unit: 'grapheme',
        minLength,
        maxLength: Math.max(minLength, Math.min(SHORT, maxLength)),
      }),
    },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
  );
}

// What makes texts for a pattern knows no looking ahead; what is left over hostile texts find.
const withoutLookaround = (pattern: string) => new RegExp(pattern.replaceAll(/\(\?[!=][^)]*\)/g, ''));

/** Values that fit a schema. `knownFor` names the pool of things that a field's name stands for. */
export function fitting(
  schema: Schema,
  knownFor: (field: string) => string | undefined,
  field = '',
): fc.Arbitrary<unknown> {
  const pool = knownFor(field);
  if (pool !== undefined && schema.type !== 'array' && schema.type !== 'object') {
    const asIs = plainly(schema, knownFor);
    const isNumber = schema.type === 'integer' || schema.type === 'number';
    return fc.oneof(
      { weight: 4, arbitrary: known(isNumber ? `#${pool}` : pool) },
      { weight: 1, arbitrary: asIs },
    );
  }
  return plainly(schema, knownFor, field);
}

function plainly(
  schema: Schema,
  knownFor: (field: string) => string | undefined,
  field = '',
): fc.Arbitrary<unknown> {
  const among = schema.anyOf ?? schema.oneOf;
  if (among !== undefined) return fc.oneof(...among.map((one) => fitting(one, knownFor, field)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return textFor(schema);
    case 'integer': {
      const [min, max] = [schema.minimum ?? -1_000, schema.maximum ?? 1_000_000];
      return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, Math.min(max, Math.max(min, 1))));
    }
    case 'number': {
      const [min, max] = [schema.minimum ?? -1_000, schema.maximum ?? 100_000];
      return fc.integer({ min: min * 100, max: max * 100 }).map((hundredths) => hundredths / 100);
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, knownFor, field), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(3, schema.maxItems ?? 3)),
      });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, one]) => [name, fitting(one, knownFor, name)] as const,
      );
      const listed = fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
      const { additionalProperties: others } = schema;
      if (typeof others !== 'object') return listed;
      return fc
        .tuple(listed, fc.dictionary(fc.string({ maxLength: 12 }), fitting(others, knownFor), { maxKeys: 2 }))
        .map(([own, more]) => ({ ...more, ...own }));
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Known);

type Holder = Record<string | number, unknown>;
type Place = { readonly holder: Holder; readonly key: string | number };

/** Everything inside a value that can be put another value in the place of. */
function placesIn(root: Holder): Place[] {
  const places: Place[] = [];
  const open: Holder[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      const value = holder[key];
      if (isFields(value) || Array.isArray(value)) open.push(value as Holder);
    }
  }
  return places;
}

/** Hostile objects may have a `toString` that is none. */
const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const CHANGES: readonly ((value: unknown, extra: unknown) => unknown)[] = [
  () => undefined,
  () => null,
  (_, extra) => extra,
  (value) => [value],
  (value) => ({ value }),
  (value) => (typeof value === 'number' ? textOf(value) : textOf(value).length),
  (value) => (typeof value === 'number' ? value + 1 : `${textOf(value)}x`),
  (value) => (typeof value === 'number' ? value - 1 : textOf(value).slice(0, -1)),
  (value) => (typeof value === 'number' ? -value : `0${textOf(value)}`),
  (value) => (typeof value === 'number' ? value * 1e9 : `  ${textOf(value)}  `),
  (value) => (typeof value === 'number' ? value + 0.001 : textOf(value).toUpperCase()),
  (value) =>
    typeof value === 'number'
      ? value / 3
      : textOf(value).replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (value) => (typeof value === 'string' ? value.repeat(50) : [value, value]),
];

/** Values that fit but for one to three things. */
export function nearlyFitting(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat({ max: 10_000 }),
    how: fc.nat({ max: CHANGES.length - 1 }),
    extra: hostileValue,
  });
  const greedy = fc.array(fc.constantFrom(...Object.keys(GREEDY_FIELDS)), { maxLength: 3 });
  return fc
    .tuple(values, fc.array(change, { minLength: 1, maxLength: 3 }), greedy)
    .map(([value, changes, fields]) => {
      const root: Holder = { value: copied(value) };
      for (const { at, how, extra } of changes) {
        const places = placesIn(root);
        const place = places[at % places.length];
        const changed = CHANGES[how];
        if (place === undefined || changed === undefined) continue;
        const next = changed(place.holder[place.key], copied(extra));
        if (next === undefined && place.holder !== root) delete place.holder[place.key];
        else place.holder[place.key] = next;
      }
      if (isFields(root.value)) for (const name of fields) root.value[name] = copied(GREEDY_FIELDS[name]);
      return root.value;
    });
}

/** A copy, so that what one request changes is not in the next. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copied(one)]));
}
