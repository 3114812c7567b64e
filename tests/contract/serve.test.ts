/** The order of things and the rules of the door, over real HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as, jsonBody, type Serving, startServing } from './serving.ts';
import { auditLog } from './test-table.ts';

let shop: Serving;
beforeAll(async () => {
  shop = await startServing();
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.log.length = 0;
  shop.seen.calls.length = 0;
});

const code = (answer: { readonly json: unknown }) => (answer.json as { code?: unknown }).code;

describe('addresses and methods', () => {
  it('answers an unknown address with a problem', async () => {
    for (const path of [
      '/api/nothing',
      '/api',
      '/api/',
      '/api/notes/',
      '/api/notes//special',
      '/api/notes/one/two',
    ]) {
      const answer = await shop.ask(path);
      expect([path, answer.status, code(answer)]).toEqual([path, 404, 'NOT_FOUND']);
      expect(answer.headers['content-type']).toBe('application/problem+json');
    }
  });

  it('leaves addresses outside the API to the outer application', async () => {
    expect((await shop.ask('/apiary')).text).toBe('the outer application');
  });

  it('answers 405 with what the address has', async () => {
    const answer = await shop.ask('/api/notes', { method: 'PATCH' });
    expect([answer.status, answer.headers.allow, code(answer)]).toEqual([
      405,
      'GET, HEAD, POST, OPTIONS',
      'METHOD_NOT_ALLOWED',
    ]);
    const shared = await shop.ask('/api/notes/one', { method: 'POST' });
    expect([shared.status, shared.headers.allow]).toEqual([405, 'GET, HEAD, PUT, DELETE, OPTIONS']);
    expect((await shop.ask('/api/notes', { method: 'PROPFIND' })).status).toBe(405);
  });

  it('answers OPTIONS, and HEAD like GET without a body', async () => {
    const options = await shop.ask('/api/notes', { method: 'OPTIONS' });
    expect([options.status, options.headers.allow, options.text]).toEqual([
      204,
      'GET, HEAD, POST, OPTIONS',
      '',
    ]);
    const get = await shop.ask('/api/notes');
    const head = await shop.ask('/api/notes', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'x-total-count', 'cache-control']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
    expect((await shop.ask('/api/files/stream', { method: 'HEAD' })).headers['content-type']).toContain(
      'text/csv',
    );
    expect((await shop.ask('/api/nothing', { method: 'HEAD' })).status).toBe(404);
  });

  it('reads path parameters as they were written', async () => {
    expect((await shop.ask('/api/notes/%C3%A4%20b')).json).toMatchObject({ id: 'ä b' });
    expect((await shop.ask('/api/notes/a%2Fb')).json).toMatchObject({ id: 'a/b' });
    expect((await shop.ask('/api/n%6ftes/one')).json).toMatchObject({ id: 'one' });
  });

  it('takes what is no proper address for an unknown one', async () => {
    for (const path of [
      '%ZZ',
      '%',
      '%E0%A4%A',
      '%00',
      'a%00b',
      '%FF',
      'UPPER',
      'x'.repeat(50),
      '%ED%A0%80',
      '%252',
    ]) {
      const answer = await shop.ask(`/api/notes/${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await shop.ask('/api/%ZZ')).status).toBe(404);
    expect((await shop.ask('/api/notes/../../x')).status).toBe(404);
  });
});

describe('who may call', () => {
  it('lets anyone read what is public, even with a token that has gone stale', async () => {
    expect((await shop.ask('/api/notes/whoami')).json).toMatchObject({ text: 'nobody' });
    expect((await shop.ask('/api/notes/whoami', { headers: as('stale') })).json).toMatchObject({
      text: 'nobody',
    });
    expect((await shop.ask('/api/notes/whoami', { headers: as('customer') })).json).toMatchObject({
      text: 'customer',
    });
    expect((await shop.ask('/api/notes/whoami', { headers: as('identity') })).json).toMatchObject({
      text: 'nobody',
    });
  });

  it('wants good credentials, where any are given, for a public call with an effect', async () => {
    const hook = { method: 'POST', body: '{}' };
    const type = { 'content-type': 'application/json' };
    expect((await shop.ask('/api/hook', { ...hook, headers: type })).status).toBe(200);
    expect((await shop.ask('/api/hook', { ...hook, headers: { ...type, ...as('stale') } })).status).toBe(401);
  });

  it('wants a token, and says how it is given', async () => {
    const none = await shop.ask('/api/notes', { method: 'POST' });
    expect([none.status, code(none), none.headers['www-authenticate']]).toEqual([
      401,
      'UNAUTHENTICATED',
      'Bearer',
    ]);
    const stale = await shop.ask('/api/notes', jsonBody({ text: 'a' }, 'stale'));
    expect([stale.status, stale.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
    expect(stale.json).toMatchObject({ detail: 'The token has expired' });
  });

  it('tells admins from customers, and tokens from proofs', async () => {
    const forbidden = await shop.ask('/api/notes/one', { ...jsonBody({ text: 'a' }), method: 'PUT' });
    expect([forbidden.status, code(forbidden)]).toEqual([403, 'FORBIDDEN']);
    const admin = await shop.ask('/api/notes/one', {
      ...jsonBody({ text: 'a' }, 'admin'),
      method: 'PUT',
      headers: { ...jsonBody({}, 'admin').headers, 'x-reason': 'because' },
    });
    expect([admin.status, admin.json]).toEqual([200, { text: 'a', reason: 'because' }]);
    expect((await shop.ask('/api/notes', jsonBody({ text: 'a' }, 'identity'))).status).toBe(401);
    expect((await shop.ask('/api/token', { method: 'PUT', headers: as('customer') })).status).toBe(401);
    expect((await shop.ask('/api/token', { method: 'PUT' })).status).toBe(401);
    const proven = await shop.ask('/api/token', { method: 'PUT', headers: as('identity') });
    expect(proven.json).toEqual({ subject: 'someone' });
  });

  it('never knows a caller by a cookie', async () => {
    const answer = await shop.ask('/api/notes', {
      ...jsonBody({ text: 'a' }),
      headers: {
        'content-type': 'application/json',
        cookie: 'authorization=Bearer customer; token=customer',
      },
    });
    expect(answer.status).toBe(401);
  });

  it('decides before it reads the body', async () => {
    const malformed = await shop.ask('/api/notes', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'a/b' },
    });
    expect(malformed.status).toBe(401);
    // The head of a request whose body never comes.
    const head =
      'POST /api/notes HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 900\r\n';
    expect(await shop.raw(`${head}\r\n`)).toMatch(/^HTTP\/1.1 401 /);
    expect(shop.seen.calls).toEqual([]);
  });

  it('answers 503 when it cannot find out', async () => {
    const answer = await shop.ask('/api/notes', jsonBody({ text: 'a' }, 'outage'));
    expect([answer.status, code(answer), answer.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '7']);
  });
});

describe('queries, headers and keys', () => {
  it('parses queries, with lists of one and of many', async () => {
    expect((await shop.ask('/api/notes?limit=1')).json).toHaveLength(1);
    expect((await shop.ask('/api/notes?tag=x')).json).toHaveLength(1);
    expect((await shop.ask('/api/notes?tag=x&tag=y')).json).toHaveLength(1);
    expect((await shop.ask('/api/notes?unknown=1&__proto__=2&__proto__[a]=3')).status).toBe(200);
    expect((await shop.ask('/api/notes?q=%ZZ%')).headers.link).toBe('%25ZZ%25');
  });

  it('answers 422 with the field', async () => {
    const answer = await shop.ask('/api/notes?limit=1000');
    expect([answer.status, code(answer)]).toEqual([422, 'INVALID']);
    expect(answer.json).toMatchObject({ errors: [{ path: 'query.limit', message: expect.any(String) }] });
    for (const query of ['limit=a', 'limit=', 'limit=1&limit=2', 'q=a&q=b', 'q=%00', 'tag=a&tag=%00b']) {
      expect([query, (await shop.ask(`/api/notes?${query}`)).status]).toEqual([query, 422]);
    }
  });

  it('parses declared headers', async () => {
    const answer = await shop.ask('/api/notes/one', { ...jsonBody({ text: 'a' }, 'admin'), method: 'PUT' });
    expect(answer.json).toMatchObject({ status: 422, errors: [{ path: 'headers.x-reason' }] });
  });

  it('takes an idempotency key of 8 to 200 visible characters', async () => {
    const withKey = (key: string) => {
      const body = jsonBody({ text: 'a' });
      return shop.ask('/api/notes', { ...body, headers: { ...body.headers, 'idempotency-key': key } });
    };
    expect((await withKey('12345678')).json).toMatchObject({ key: '12345678' });
    expect((await withKey('k'.repeat(200))).status).toBe(201);
    for (const key of ['short', 'k'.repeat(201), 'with a space', 'ünicode-key']) {
      const answer = await withKey(Buffer.from(key, 'utf8').toString('latin1'));
      expect(answer.json).toMatchObject({ status: 422, errors: [{ path: 'headers.idempotency-key' }] });
    }
    expect((await shop.ask('/api/notes', jsonBody({ text: 'a' }))).json).toMatchObject({ key: null });
  });
});

describe('refusals and faults', () => {
  it('sends a refusal with its data beside the standard members', async () => {
    const answer = await shop.ask('/api/notes', jsonBody({ text: 'sold out' }));
    expect([answer.status, answer.headers['cache-control']]).toEqual([409, 'no-store']);
    expect(answer.json).toEqual({
      type: '/api/problems#OUT_OF_STOCK',
      title: 'Not available',
      status: 409,
      detail: 'Only 3 left',
      code: 'OUT_OF_STOCK',
      requestId: answer.headers['x-request-id'],
      partId: '7',
      stock: 3,
    });
    expect(shop.log).toEqual([]);
  });

  it('says when to try again where a refusal is for now', async () => {
    const busy = await shop.ask('/api/notes', jsonBody({ text: 'busy' }));
    expect([busy.status, busy.headers['retry-after']]).toEqual([429, '40']);
    const closed = await shop.ask('/api/notes', jsonBody({ text: 'closed' }));
    expect([closed.status, closed.headers['retry-after']]).toEqual([503, '5']);
  });

  it('logs a fault once, with its cause, and tells the client nothing of it', async () => {
    const answer = await shop.ask('/api/trouble/throws');
    expect([answer.status, code(answer)]).toEqual([500, 'INTERNAL']);
    expect(answer.text).not.toContain('secret');
    expect(shop.log).toHaveLength(1);
    expect(shop.log[0]).toMatchObject({
      level: 'error',
      fields: {
        operation: 'trouble',
        requestId: answer.headers['x-request-id'],
        err: { message: 'A bug with a secret', cause: { message: 'the cause' } },
      },
    });
    expect((await shop.ask('/api/trouble/throws-text')).status).toBe(500);
  });

  it('tells an outage from a bug, however deep it lies', async () => {
    for (const kind of ['outage', 'wrapped']) {
      const answer = await shop.ask(`/api/trouble/${kind}`);
      expect([answer.status, code(answer), answer.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5']);
    }
    expect(shop.log.map(({ level }) => level)).toEqual(['warn', 'warn']);
  });

  it('takes undeclared answers and refusals for faults', async () => {
    for (const kind of ['output', 'undeclared', 'header']) {
      const answer = await shop.ask(`/api/trouble/${kind}`);
      expect([kind, answer.status]).toEqual([kind, 500]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(shop.log).toHaveLength(3);
  });

  it('leaves out what is not declared', async () => {
    const answer = await shop.ask('/api/notes');
    expect(answer.json).toEqual([
      { id: 'one', text: 'First', tags: [] },
      { id: 'ä b', text: 'Größe "ä"', tags: ['x'] },
    ]);
  });
});

describe('every answer', () => {
  it('has an id, the client’s own where it is sane', async () => {
    expect((await shop.ask('/api/notes')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const own = await shop.ask('/api/nothing', { headers: { 'x-request-id': 'trace-1234.5' } });
    expect([own.headers['x-request-id'], own.json]).toMatchObject([
      'trace-1234.5',
      { requestId: 'trace-1234.5' },
    ]);
    for (const id of ['short', 'with space inside', 'x'.repeat(65), '<script>alert</script>']) {
      const answer = await shop.ask('/api/notes', { headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).not.toBe(id);
    }
  });

  it('cannot be taken for a page', async () => {
    for (const path of ['/api/notes', '/api/nothing', '/api/files/bytes', '/api/trouble/throws']) {
      const { headers } = await shop.ask(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });
});

describe('the hooks', () => {
  it('counts calls after authorisation and before the body', async () => {
    const asked: unknown[] = [];
    const limited = await startServing({
      trustedProxies: 1,
      admit: (rateClass, caller, address) => {
        asked.push([rateClass, caller.kind, address]);
        return rateClass === 'write' ? { retryAfterSeconds: 1.2 } : null;
      },
    });
    try {
      const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
      expect((await limited.ask('/api/notes', { headers })).status).toBe(200);
      expect((await limited.ask('/api/notes', { method: 'POST' })).status).toBe(401);
      const answer = await limited.ask('/api/notes', jsonBody('{ malformed'));
      expect([answer.status, code(answer), answer.headers['retry-after']]).toEqual([
        429,
        'TOO_MANY_REQUESTS',
        '2',
      ]);
      expect(asked).toEqual([
        ['read', 'anonymous', '203.0.113.9'],
        ['write', 'user', '127.0.0.1'],
      ]);
    } finally {
      await limited.stop();
    }
  });

  it.each([
    ['6.6.6.6, 203.0.113.7:51234', '203.0.113.7'],
    ['6.6.6.6, [2001:DB8::1]:443', '2001:db8::1'],
    ['6.6.6.6, ::FFFF:cb00:7107', '203.0.113.7'],
    ['6.6.6.6, unknown', '127.0.0.1'],
    ['6.6.6.6,', '127.0.0.1'],
  ])(
    'counts a call that a proxy says is from %j as one from %s, and tells the audit log so',
    async (said, address) => {
      const told: string[] = [];
      const limited = await startServing({
        trustedProxies: 1,
        admit: (_class, _caller, from) => {
          told.push(`counted at ${from}`);
          return null;
        },
        audit: (opened) => {
          told.push(`audited at ${opened.address}`);
          return { audit: { write: () => {} }, finish: async () => {} };
        },
      });
      try {
        const { headers, ...note } = jsonBody({ text: 'sold out' });
        await limited.ask('/api/notes', { ...note, headers: { ...headers, 'x-forwarded-for': said } });
        expect(told).toEqual([`counted at ${address}`, `audited at ${address}`]);
      } finally {
        await limited.stop();
      }
    },
  );

  it('tells the audit log of what succeeded', async () => {
    const pages: string[] = [];
    const audited = await startServing({ audit: auditLog(pages) });
    try {
      await audited.ask('/api/notes', jsonBody({ text: 'sold out' }));
      await audited.ask('/api/notes', jsonBody({ text: 'a' }));
      expect(pages).toEqual(['opened note.added', 'opened note.added', 'wrote a', 'finished']);
    } finally {
      await audited.stop();
    }
  });
});
