/**
 * What the table's types refuse. The compiler is the test: a line marked as an expected error that compiles is itself an
 * error of `npm run typecheck`.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { problemOfCall } from '#contract/kernel/api-error.ts';
import {
  type Client,
  type Handler,
  type Handlers,
  type In,
  type Out,
  operations,
  type Parsed,
} from '#contract/kernel/operation.ts';
import { type Refusal, refuse, refuseWith } from '#domain/refusal.ts';

const common = { access: 'customer', noun: 'things', summary: 'A thing' } as const;
const table = operations({
  get: {
    ...common,
    method: 'GET',
    path: '/things/{id}',
    params: z.object({ id: z.string() }),
    output: z.object({ name: z.string(), count: z.number() }),
    refusals: {
      GONE: { status: 410, title: 'Gone' },
      SHORT: { status: 409, title: 'Short', data: z.object({ left: z.number() }) },
    },
  },
  open: { ...common, access: 'anonymous', method: 'GET', path: '/open', output: z.string() },
  paged: {
    ...common,
    method: 'GET',
    path: '/paged',
    query: z.object({ limit: z.coerce.number<string | number>().default(24) }),
    output: z.array(z.string()),
    outputHeaders: z.object({ 'x-total-count': z.string() }),
  },
  make: {
    ...common,
    method: 'POST',
    path: '/things',
    body: z.object({ name: z.string() }),
    idempotent: true,
    audit: 'thing.made',
  },
  prove: {
    ...common,
    access: 'identity',
    method: 'PUT',
    path: '/proof',
    output: z.string(),
    audit: { none: 'A proof' },
  },
});
type T = typeof table;
type Callers = {
  readonly identity: { readonly subject: string };
  readonly user: { readonly name: string };
  readonly audit: (words: string) => void;
};

const good: Handlers<T, Callers> = {
  get: ({ params }) => (params.id === '' ? refuse('GONE') : { name: params.id, count: 1 }),
  open: ({ caller }) => (caller === null ? 'nobody' : caller.name),
  paged: ({ query }) => ({ body: [String(query.limit + 1)], headers: { 'x-total-count': '1' } }),
  make: () => undefined,
  prove: ({ caller }) => caller.subject,
};

describe('handlers', () => {
  it('take and give what their operation declares', () => {
    expect(Object.keys(good)).toEqual(Object.keys(table));
  });

  it('are all there, and no others', () => {
    const { make: _, ...rest } = good;
    // @ts-expect-error the handler of `make` is missing
    const missing: Handlers<T, Callers> = rest;
    // @ts-expect-error there is no operation `other`
    const other: Handlers<T, Callers> = { ...good, other: () => undefined };
    expect([missing, other]).toHaveLength(2);
  });

  it('give the declared output', () => {
    // @ts-expect-error `count` is a number
    const wrong: Handler<T['get'], Callers> = () => ({ name: 'a', count: '1' });
    // @ts-expect-error `count` is missing
    const short: Handler<T['get'], Callers> = () => ({ name: 'a' });
    // @ts-expect-error the headers are missing
    const bare: Handler<T['paged'], Callers> = () => ['a'];
    // @ts-expect-error a promise of the wrong thing is no better
    const later: Handler<T['get'], Callers> = async () => 'a';
    expect([wrong, short, bare, later]).toHaveLength(4);
  });

  it('refuse with declared codes and data', () => {
    // @ts-expect-error TEAPOT is not declared
    const undeclared: Handler<T['get'], Callers> = () => refuse('TEAPOT');
    // @ts-expect-error SHORT comes with data
    const bare: Handler<T['get'], Callers> = () => refuse('SHORT');
    // @ts-expect-error `left` is a number
    const wrong: Handler<T['get'], Callers> = () => refuseWith('SHORT', { left: 'three' });
    // @ts-expect-error `open` declares no refusals
    const none: Handler<T['open'], Callers> = () => refuse('GONE');
    const domain = (): { name: string; count: number } | Refusal<'LATE', undefined> => refuse('LATE');
    // @ts-expect-error a refusal out of the domain that is not declared does not pass either
    const through: Handler<T['get'], Callers> = () => domain();
    const right: Handler<T['get'], Callers> = () => refuseWith('SHORT', { left: 3 });
    expect([undeclared, bare, wrong, none, through, right]).toHaveLength(6);
  });

  it('know their caller by the access of the operation', () => {
    // @ts-expect-error anyone may call `open`, so there may be no caller
    const open: Handler<T['open'], Callers> = ({ caller }) => caller.name;
    // @ts-expect-error a proof of identity is not a user
    const prove: Handler<T['prove'], Callers> = ({ caller }) => caller.name;
    expect([open, prove]).toHaveLength(2);
  });
});

describe('declarations', () => {
  it('have the same parameters in path and schema', () => {
    const declared = [
      operations({
        // @ts-expect-error the path has a placeholder, so params is needed
        a: { ...common, method: 'GET', path: '/a/{id}' },
      }),
      operations({
        // @ts-expect-error `id` has no schema
        a: { ...common, method: 'GET', path: '/a/{id}/{part}', params: z.object({ part: z.string() }) },
      }),
      operations({
        // @ts-expect-error `other` is not in the path
        a: {
          ...common,
          method: 'GET',
          path: '/a/{id}',
          params: z.object({ id: z.string(), other: z.string() }),
        },
      }),
      operations({
        // @ts-expect-error the path has no placeholders
        a: { ...common, method: 'GET', path: '/a', params: z.object({ id: z.string() }) },
      }),
    ];
    expect(declared).toHaveLength(4);
  });

  it('have known methods, accesses and statuses, and text in headers', () => {
    const get = { ...common, method: 'GET', path: '/a' } as const;
    const refusals = { FINE: { status: 200, title: 'Fine' } } as const;
    const outputHeaders = z.object({ 'x-count': z.number() });
    const declared = [
      // @ts-expect-error no such method
      operations({ a: { ...get, method: 'FETCH' } }),
      // @ts-expect-error no such access
      operations({ a: { ...get, access: 'friends' } }),
      // @ts-expect-error a refusal is an error
      operations({ a: { ...get, refusals } }),
      // @ts-expect-error a header is text
      operations({ a: { ...get, outputHeaders } }),
      // @ts-expect-error a path begins with a slash
      operations({ a: { ...get, path: 'a' } }),
      // @ts-expect-error what may change something says what it is in the audit log
      operations({ a: { ...get, method: 'POST' } }),
      // @ts-expect-error to be left out of it takes a reason
      operations({ a: { ...get, method: 'POST', audit: false } }),
    ];
    expect(declared).toHaveLength(7);
  });

  it('give what writes into the audit log to handlers of audited operations alone', () => {
    const make: Handler<T['make'], Callers> = ({ audit }) => audit('made');
    // @ts-expect-error a read is no act
    const open: Handler<T['open'], Callers> = ({ audit }) => audit;
    // @ts-expect-error neither is what says that it is none
    const prove: Handler<T['prove'], Callers> = ({ audit }) => audit;
    expect([make, open, prove]).toHaveLength(3);
  });
});

describe('clients', () => {
  it('are given and give what is declared', async () => {
    const calls: unknown[] = [];
    const record = async (given: unknown) => {
      calls.push(given);
      return undefined as never;
    };
    const client: Client<T> = { get: record, open: record, paged: record, make: record, prove: record };
    await client.get({ params: { id: 'a' } });
    await client.paged();
    await client.paged({ query: { limit: '3' } });
    await client.make({ body: { name: 'a' }, idempotencyKey: '12345678' });
    // @ts-expect-error params are needed
    await client.get();
    // @ts-expect-error `id` is text
    await client.get({ params: { id: 1 } });
    // @ts-expect-error `get` takes no key
    await client.get({ params: { id: 'a' }, idempotencyKey: '12345678' });
    // @ts-expect-error `name` is needed
    await client.make({ body: {} });
    expect(calls).toHaveLength(8);

    const input: In<T['paged']> = {};
    const parsed: Parsed<T['paged']> = { query: { limit: 3 } };
    const output: Out<T['paged']> = { body: ['a'], headers: { 'x-total-count': '1' } };
    expect([input, parsed, output]).toHaveLength(3);
  });

  it('tell refusals apart by their code', () => {
    const problem = problemOfCall<T['get']>(new Error('something else'));
    const left = problem?.code === 'SHORT' ? problem.left.toFixed(0) : null;
    // @ts-expect-error only SHORT says how many are left
    const wrong = problem?.code === 'GONE' ? problem.left : null;
    // @ts-expect-error TEAPOT is not declared
    const undeclared = problem?.code === 'TEAPOT';
    expect([problem, left, wrong, undeclared]).toEqual([null, null, null, false]);
  });
});
