/** Nothing that a client can send is the server's fault: whatever comes, the answer is never a 5xx. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, as, type Serving, startServing } from './serving.ts';

let shop: Serving;
beforeAll(async () => {
  shop = await startServing();
});
afterAll(() => shop.stop());

const RUNS = 150;
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\0', '\ud800', '..'),
);
const token = fc.constantFrom('customer', 'admin', 'identity', 'nobody', '', '\u00e4');
const type = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'multipart/form-data; boundary=X',
    'text/csv',
  ),
  fc.string().map((value) => value.replaceAll(/[^\x20-\x7e]/g, '')),
);

function expectSane(answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) {
    expect(answer.json).toMatchObject({
      status: answer.status,
      code: expect.any(String),
      title: expect.any(String),
    });
  }
}

/** JSON text with everything that text may hold, escapes of lone surrogates among it. */
const jsonText = fc
  .oneof(
    fc.json({ stringUnit: 'binary' }),
    fc
      .record({ text: text, lines: fc.jsonValue({ stringUnit: 'binary' }), __proto__: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
    fc.record({ text: fc.string(), lines: fc.array(fc.record({ quantity: fc.anything() })) }).map((value) => {
      try {
        return JSON.stringify(value);
      } catch {
        return '{}';
      }
    }),
    fc.string({ unit: 'binary' }),
  )
  .filter((value) => value !== undefined);

describe('whatever a client sends', () => {
  it('as JSON', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText, async (body) => {
        const headers = { ...as('customer'), 'content-type': 'application/json' };
        expectSane(await shop.ask('/api/notes', { method: 'POST', headers, body }));
      }),
      { numRuns: RUNS },
    );
  });

  it('as bytes of any type, to any operation', async () => {
    const paths = fc.constantFrom(
      '/api/notes',
      '/api/files',
      '/api/imports',
      '/api/hook',
      '/api/token',
      '/api/go',
    );
    const methods = fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE');
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 5 }),
      fc
        .string()
        .map((value) => `--X\r\ncontent-disposition: form-data; name="file"\r\n\r\n${value}\r\n--X--\r\n`),
    );
    await fc.assert(
      fc.asyncProperty(
        paths,
        methods,
        type,
        fc.constantFrom('customer', 'admin'),
        body,
        async (path, method, kind, who, bytes) => {
          const headers = { ...as(who), 'content-type': kind };
          expectSane(await shop.ask(path, { method, headers, body: bytes }));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('as a path', async () => {
    const segment = fc.oneof(
      text.map((value) => encodeURIComponent(value.toString().replaceAll(/\p{Cs}/gu, ''))),
      fc.string().map((value) => value.replaceAll(/[^\x21-\x7e]|#/g, '%')),
      fc.constantFrom('%', '%00', '%2F', '%ff', '..', '%2e%2e', 'one', '%C3%A4%20b'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 4 }),
        fc.constantFrom('GET', 'HEAD', 'DELETE'),
        async (segments, method) => {
          // A backslash is no part of an address: such a request is refused before it reaches any application.
          const path = `/api/notes/${segments.join('/')}`.replaceAll('\\', '/');
          const answer = await shop.ask(path, { method, headers: as('customer') });
          expect(answer.status).toBeLessThan(500);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('as a query', async () => {
    const piece = fc.oneof(
      fc.string().map((value) => value.replaceAll(/[^\x21-\x7e]|#/g, '%')),
      text.map((value) => encodeURIComponent(value.replaceAll(/\p{Cs}/gu, ''))),
    );
    const name = fc.oneof(fc.constantFrom('limit', 'tag', 'q', '__proto__', 'constructor', 'tag[]'), piece);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, piece), { maxLength: 6 }), async (pairs) => {
        const query = pairs.map(([key, value]) => `${key}=${value}`).join('&');
        expectSane(await shop.ask(`/api/notes?${query}`));
      }),
      { numRuns: RUNS },
    );
  });

  it('as headers', async () => {
    const value = fc.string({ unit: 'binary-ascii' }).map((one) => one.replaceAll(/[^\x20-\x7e]/g, '?'));
    const name = fc.constantFrom(
      'x-request-id',
      'idempotency-key',
      'if-none-match',
      'content-encoding',
      'x-reason',
      'x-forwarded-for',
      'accept-encoding',
      'last-event-id',
      'cookie',
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), token, type, async (headers, who, kind) => {
        const sent = {
          ...headers,
          authorization: Buffer.from(`Bearer ${who}`).toString('latin1'),
          'content-type': kind,
        };
        expectSane(await shop.ask('/api/notes', { headers: sent }));
        expectSane(await shop.ask('/api/notes', { method: 'POST', headers: sent, body: '{"text":"a"}' }));
        expectSane(await shop.ask('/api/notes/one', { method: 'PUT', headers: sent, body: '{"text":"a"}' }));
      }),
      { numRuns: Math.floor(RUNS / 3) },
    );
  });

  it('left nothing in the log', () => {
    expect(shop.log).toEqual([]);
  });
});
