/** The two clients: over HTTP and in process they give the same values and fail in the same way. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiError, isProblem, problemOf } from '#contract/kernel/api-error.ts';
import { manifestOf } from '#contract/kernel/manifest.ts';
import type { Client } from '#contract/kernel/operation.ts';
import { answerCache } from '#server/platform/cache/answer-cache.ts';
import type { Caller } from '#server/platform/serve/call.ts';
import { inProcess } from '#server/platform/serve/in-process.ts';
import type { Keeping } from '#server/platform/serve/kept-call.ts';
import { type HttpClientOptions, httpClient } from '#web/calls/http-client.ts';
import { type Serving, startServing } from './serving.ts';
import {
  auditLog,
  type Seen,
  type TestCallers,
  type TestTable,
  testHandlers,
  testTable,
} from './test-table.ts';

const manifest = manifestOf(testTable);
let shop: Serving;
beforeAll(async () => {
  shop = await startServing();
});
afterAll(() => shop.stop());

function overHttp(
  token: string | null,
  options: Partial<HttpClientOptions<TestTable>> = {},
): Client<TestTable> {
  return httpClient<TestTable>(manifest, {
    base: `${shop.origin}/api`,
    fetch: globalThis.fetch,
    authorization: async () => token,
    ...options,
  });
}

const CALLERS: Readonly<Record<string, Caller<TestCallers>>> = {
  anonymous: { kind: 'anonymous' },
  customer: { kind: 'user', user: { name: 'customer' }, isAdmin: false },
  admin: { kind: 'user', user: { name: 'admin' }, isAdmin: true },
  identity: { kind: 'identity', identity: { subject: 'someone' } },
};
function locally(who: string, cache?: Keeping): Client<TestTable> {
  const seen: Seen = { calls: [], generatorClosed: false, streamedBytes: 0 };
  const log = { warn: () => undefined, error: () => undefined };
  const caller = CALLERS[who] ?? { kind: 'anonymous' };
  return inProcess({
    ...{ table: testTable, handlers: testHandlers(seen), caller, log, audit: auditLog() },
    ...(cache !== undefined && { cache }),
  });
}
/** Keeps all that may be kept, for nothing ever changes. */
const keepEverything = (): Keeping => ({
  answers: answerCache(
    () => ({ isTrusted: () => true, catchUp: async () => undefined, distrust: () => undefined }),
    1_000_000,
    () => 0,
  ),
  shown: {},
  restockJson: (json) => json,
});

async function all<T>(events: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const event of events) list.push(event);
  return list;
}
async function* bytes(...chunks: readonly string[]) {
  for (const chunk of chunks) yield new TextEncoder().encode(chunk);
}
/** What a call came to, as something to compare: its value, or its problem without what differs each time. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    return { value: await call };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { ...problem, requestId: undefined, retryAfterSeconds: (error as ApiError).retryAfterSeconds };
  }
}

const file = () => new File(['pixels'], 'ä.png', { type: 'image/png' });
const calls: readonly (readonly [string, string, (api: Client<TestTable>) => Promise<unknown>])[] = [
  ['a page', 'anonymous', (api) => api.notesList({ query: { limit: 2, q: '<next>' } })],
  ['a page without anything', 'anonymous', (api) => api.notesList()],
  ['a list in a query', 'anonymous', (api) => api.notesList({ query: { tag: ['x'] } })],
  ['a bad query', 'anonymous', (api) => api.notesList({ query: { limit: 0 } })],
  ['NUL in a query', 'anonymous', (api) => api.notesList({ query: { q: 'a\0' } })],
  ['a parameter in any script', 'anonymous', (api) => api.notesGet({ params: { id: 'ä b' } })],
  ['a slash in a parameter', 'anonymous', (api) => api.notesGet({ params: { id: 'a/b' } })],
  ['what is not there', 'anonymous', (api) => api.notesGet({ params: { id: 'nothing' } })],
  ['an address that cannot be', 'anonymous', (api) => api.notesGet({ params: { id: '%00' } })],
  ['who one is', 'customer', (api) => api.notesGet({ params: { id: 'whoami' } })],
  ['a call that needs a token', 'anonymous', (api) => api.notesCreate({ body: { text: 'a' } })],
  ['a write', 'customer', (api) => api.notesCreate({ body: { text: 'a' }, idempotencyKey: 'key-12345678' })],
  ['a bad key', 'customer', (api) => api.notesCreate({ body: { text: 'a' }, idempotencyKey: 'short' })],
  ['a bad body', 'customer', (api) => api.notesCreate({ body: { text: 'a', lines: [{ quantity: 1.5 }] } })],
  ['a refusal', 'customer', (api) => api.notesCreate({ body: { text: 'sold out' } })],
  ['NUL in a body', 'customer', (api) => api.notesCreate({ body: { text: 'a\0' } })],
  ['an undefined field', 'customer', (api) => api.notesCreate({ body: { text: 'a', anything: undefined } })],
  ['nothing back', 'customer', (api) => api.notesRemove({ params: { id: 'one' } })],
  [
    'declared headers',
    'admin',
    (api) =>
      api.notesUpdate({ params: { noteId: 'a' }, headers: { 'x-reason': 'because' }, body: { text: 'b' } }),
  ],
  [
    'what only admins may',
    'customer',
    (api) => api.notesUpdate({ params: { noteId: 'a' }, headers: { 'x-reason': 'b' }, body: { text: 'b' } }),
  ],
  ['a proof', 'identity', (api) => api.tokenIssue()],
  ['a token for a proof', 'customer', (api) => api.tokenIssue()],
  ['an upload', 'admin', (api) => api.filesUpload({ form: { file: file(), alt: 'ä', label: ['x', 'y'] } })],
  [
    'an upload without its file',
    'admin',
    (api) => api.filesUpload({ form: { file: '' as never, alt: 'ä' } }),
  ],
  ['a file', 'anonymous', (api) => api.filesGet({ params: { kind: 'bytes' } })],
  [
    'raw bytes',
    'anonymous',
    (api) => api.webhook({ raw: new Uint8Array([0, 255]), contentType: 'application/json' }),
  ],
  [
    'a stream',
    'anonymous',
    (api) => api.importRun({ stream: bytes('a,b\n', '1,2\n'), contentType: 'text/csv' }),
  ],
  [
    'a stream that is too long',
    'anonymous',
    (api) => api.importRun({ stream: bytes('x'.repeat(6_000), 'x'.repeat(6_000)), contentType: 'text/csv' }),
  ],
  ['events', 'customer', async (api) => all(await api.ticks({ params: { mode: 'three' } }))],
  ['events that fail', 'customer', async (api) => all(await api.ticks({ params: { mode: 'fails' } }))],
  ['events that are refused', 'customer', (api) => api.ticks({ params: { mode: 'none' } })],
  ['a bug', 'anonymous', (api) => api.trouble({ params: { kind: 'throws' } })],
  ['an outage', 'anonymous', (api) => api.trouble({ params: { kind: 'outage' } })],
  ['a wrong output', 'anonymous', (api) => api.trouble({ params: { kind: 'output' } })],
];

describe('in process and over HTTP', () => {
  it.each(calls)('%s is the same', async (_, who, make) => {
    const remote = await outcome(make(overHttp(who === 'anonymous' ? null : who)));
    const local = await outcome(make(locally(who)));
    expect(local).toStrictEqual(remote);
  });

  it.each(calls.filter(([, who]) => who === 'anonymous'))(
    '%s is the same where answers are kept, made and taken from there',
    async (_, who, make) => {
      const remote = await outcome(make(overHttp(null)));
      const keeping = locally(who, keepEverything());
      expect(await outcome(make(keeping))).toStrictEqual(remote);
      expect(await outcome(make(keeping))).toStrictEqual(remote);
    },
  );

  it('what is kept has the address that a browser asks for', async () => {
    const asked: string[] = [];
    const { answers, ...rest } = keepEverything();
    const keeping = locally('anonymous', {
      ...rest,
      answers: {
        ...answers,
        kept: (address, make) => {
          asked.push(shop.origin + address);
          return answers.kept(address, make);
        },
      },
    });
    const sent: string[] = [];
    const remote = overHttp(null, {
      fetch: (address, init) => {
        sent.push(new Request(address).url);
        return fetch(address, init);
      },
    });
    for (const api of [keeping, remote]) {
      await api.notesList({
        query: { q: "o'ring ä+b&c=\u{1f600}", tag: ['x', 'y z'], limit: undefined },
      });
      await api.notesList();
    }
    expect(asked).toEqual(sent);
  });

  it('a redirect leads to the same place', async () => {
    expect(await locally('anonymous').go()).toEqual({ location: '/elsewhere?q=ä' });
    expect(await overHttp(null).go()).toEqual({ location: '/elsewhere?q=%C3%A4' });
  });

  it('addresses that no parameter can have are not found', async () => {
    for (const id of ['', '.', '..']) {
      for (const api of [overHttp('customer'), locally('customer')]) {
        const error = await api.notesRemove({ params: { id } }).catch((reason: unknown) => reason);
        expect(isProblem(error, 'NOT_FOUND')).toBe(true);
      }
    }
  });

  it('values are copies of what the server keeps', async () => {
    const api = locally('anonymous');
    const first = await api.notesGet({ params: { id: 'ä b' } });
    first.tags.push('changed');
    expect((await api.notesGet({ params: { id: 'ä b' } })).tags).toEqual(['x']);
  });
});

describe('the client over HTTP', () => {
  it('renews its token and calls once more', async () => {
    let token = 'stale';
    const renewals: (string | null)[] = [];
    const api = overHttp(null, {
      authorization: async () => token,
      onUnauthorized: async (operation, refused) => {
        renewals.push(operation, refused);
        token = 'customer';
        return true;
      },
    });
    expect(await api.notesCreate({ body: { text: 'a' } })).toMatchObject({ by: 'customer' });
    expect(renewals).toEqual(['notesCreate', 'stale']);
  });

  it('gives up where that does not help', async () => {
    let renewals = 0;
    const api = overHttp('stale', {
      onUnauthorized: async () => {
        renewals += 1;
        return true;
      },
    });
    const error = await api.notesCreate({ body: { text: 'a' } }).catch((reason: unknown) => reason);
    expect([isProblem(error, 'UNAUTHENTICATED'), renewals]).toEqual([true, 1]);
  });

  it('takes as long as it needs for a file that keeps coming', async () => {
    const api = overHttp(null, { base: `${others}/steady`, timeoutMs: STEADY.silenceMs });
    const { bytes } = await api.filesGet({ params: { kind: 'bytes' } });
    expect(Buffer.from(bytes as Uint8Array).toString()).toBe('.'.repeat(STEADY.pieces));
  });

  it('tells a server that is not there from one that is slow, and from one’s own change of mind', async () => {
    const gone = overHttp(null, { base: 'http://127.0.0.1:1/api' });
    const error = await gone.notesList().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'api-error', status: 0, problem: { code: 'NETWORK' } });

    const slow = overHttp(null, { base: `${others}/slow`, timeoutMs: 30 });
    expect(isProblem(await slow.notesList().catch((reason: unknown) => reason), 'TIMEOUT')).toBe(true);
    const half = overHttp(null, { base: `${others}/half`, timeoutMs: 30 });
    expect(isProblem(await half.notesList().catch((reason: unknown) => reason), 'TIMEOUT')).toBe(true);

    const stuck = overHttp(null, { base: `${others}/stuck`, timeoutMs: 30 });
    const file = { params: { kind: 'bytes' } } as const;
    expect(isProblem(await stuck.filesGet(file).catch((reason: unknown) => reason), 'TIMEOUT')).toBe(true);

    const abort = new AbortController();
    const call = overHttp(null, { base: `${others}/slow` }).notesList({}, { signal: abort.signal });
    abort.abort();
    expect(isProblem(await call.catch((reason: unknown) => reason), 'ABORTED')).toBe(true);
    const aborted = overHttp(null).notesList({}, { signal: AbortSignal.abort() });
    expect(isProblem(await aborted.catch((reason: unknown) => reason), 'ABORTED')).toBe(true);
  });

  it('does not take another’s answer for the shop’s', async () => {
    for (const [path, status] of [
      ['html', 502],
      ['fine', 200],
      ['odd', 500],
    ] as const) {
      const error = await overHttp(null, { base: `${others}/${path}` })
        .notesList()
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ status, problem: { code: 'UNEXPECTED_ANSWER' } });
    }
  });

  it('closes a stream of events that is left, and notices one that broke', async () => {
    shop.seen.generatorClosed = false;
    for await (const { id } of await overHttp('customer').ticks({ params: { mode: 'endless' } })) {
      if (id === 3) break;
    }
    await expect.poll(() => shop.seen.generatorClosed).toBe(true);

    const abort = new AbortController();
    const silent = await overHttp('customer').ticks({ params: { mode: 'silent' } }, { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    expect(isProblem(await all(silent).catch((reason: unknown) => reason), 'ABORTED')).toBe(true);

    const broken = await overHttp(null, { base: `${others}/events` }).ticks({ params: { mode: 'three' } });
    expect(isProblem(await all(broken).catch((reason: unknown) => reason), 'NETWORK')).toBe(true);
  });
});

/** Longer than the silence that a call bears, with pauses that are far shorter. */
const STEADY = { pieces: 30, pauseMs: 50, silenceMs: 1_000 };

async function sendSteadily(response: ServerResponse): Promise<void> {
  for (let sent = 0; sent < STEADY.pieces; sent += 1) {
    response.write('.');
    await pause(STEADY.pauseMs);
  }
  response.end();
}

// Servers that are not ours, or not well.
let other: Server;
let others = '';
beforeAll(async () => {
  other = createServer((request, response) => {
    const path = request.url?.split('/')[1];
    if (path === 'slow') return;
    if (path === 'stuck') response.writeHead(200, { 'content-type': 'text/csv' }).write('.');
    else if (path === 'steady') void sendSteadily(response.writeHead(200, { 'content-type': 'text/csv' }));
    else if (path === 'half') response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    else if (path === 'html')
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    else if (path === 'fine')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    else if (path === 'odd')
      response.writeHead(500, { 'content-type': 'application/problem+json' }).end('{"a":1}');
    else
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end('data: {"id":1,"text":"a"}\n\ndata: {"i');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  others = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterAll(() => {
  other.closeAllConnections();
  other.close();
});
