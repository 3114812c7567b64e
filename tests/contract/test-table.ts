/** A small table of its own for the tests of the kernel: every kind of input and answer once. */
import * as z from 'zod';
import { type Handlers, operations } from '#contract/kernel/operation.ts';
import { uploadedFile } from '#contract/kernel/uploaded-file.ts';
import { refuse, refuseWith } from '#domain/refusal.ts';
import type { Authenticate } from '#server/platform/serve/call.ts';
import type { Kernel } from '#server/platform/serve/run.ts';

const NOT_FOUND = { status: 404, title: 'Not found' } as const;
const OUT_OF_STOCK = {
  status: 409,
  title: 'Not available',
  data: z.object({ partId: z.string(), stock: z.number() }),
} as const;

const BUSY = { status: 429, title: 'Busy', data: z.object({ retryAfterSeconds: z.number() }) } as const;
const CLOSED = { status: 503, title: 'Closed' } as const;

export const Note = z
  .object({ id: z.string(), text: z.string(), tags: z.array(z.string()).default([]) })
  .meta({ id: 'Note' });
const NoteParams = z.object({ id: z.string().regex(/^[a-z0-9 ä/%]{1,20}$/) });
const NewNote = z.object({
  text: z.string({ error: 'Text is Required' }).max(200),
  lines: z
    .array(z.object({ quantity: z.number().int() }))
    .max(500)
    .optional(),
  anything: z.unknown().optional(),
});

const NOTHING = { none: 'nothing that is kept' } as const;

export const testTable = operations({
  notesList: {
    method: 'GET',
    path: '/notes',
    access: 'anonymous',
    noun: 'notes',
    summary: 'List notes',
    query: z.object({
      limit: z.coerce.number<string | number>().int().min(1).max(100).default(2),
      tag: z.array(z.string()).optional(),
      q: z.string().optional(),
    }),
    output: z.array(Note),
    outputHeaders: z.object({ link: z.string().optional(), 'x-total-count': z.string() }),
    cache: 'revalidate',
  },
  notesGet: {
    method: 'GET',
    path: '/notes/{id}',
    access: 'anonymous',
    noun: 'notes',
    summary: 'One note',
    params: NoteParams,
    output: Note,
    refusals: { NOT_FOUND },
    cache: { maxAgeSeconds: 60 },
  },
  notesCreate: {
    method: 'POST',
    path: '/notes',
    access: 'customer',
    noun: 'notes',
    summary: 'Add a note',
    body: NewNote,
    bodyLimitBytes: 2_000,
    idempotent: true,
    status: 201,
    output: z.object({
      insertedId: z.string(),
      by: z.string(),
      key: z.string().nullable(),
      text: z.string(),
    }),
    refusals: { OUT_OF_STOCK, BUSY, CLOSED },
    audit: 'note.added',
  },
  notesUpdate: {
    method: 'PUT',
    path: '/notes/{noteId}',
    access: 'admin',
    noun: 'notes',
    summary: 'Change a note',
    params: z.object({ noteId: z.string() }),
    headers: z.object({ 'x-reason': z.string().min(3) }),
    body: z.object({ text: z.string() }),
    output: z.object({ text: z.string(), reason: z.string() }),
    audit: NOTHING,
  },
  notesRemove: {
    method: 'DELETE',
    path: '/notes/{id}',
    access: 'customer',
    noun: 'notes',
    summary: 'Remove a note',
    params: NoteParams,
    audit: NOTHING,
  },
  notesSpecial: {
    method: 'GET',
    path: '/notes/{id}/special',
    access: 'customer',
    noun: 'notes',
    summary: "A note as one's own",
    params: NoteParams,
    output: z.object({ id: z.string() }),
    cache: 'revalidate',
  },
  tokenIssue: {
    method: 'PUT',
    path: '/token',
    access: 'identity',
    noun: 'users',
    summary: 'Exchange a proof',
    output: z.object({ subject: z.string() }),
    rateClass: 'token',
    audit: NOTHING,
  },
  filesUpload: {
    method: 'POST',
    path: '/files',
    access: 'admin',
    noun: 'files',
    summary: 'Upload a file',
    form: z.object({
      file: uploadedFile('A file is required'),
      alt: z.string().max(20),
      label: z.array(z.string()).optional(),
    }),
    bodyLimitBytes: 20_000,
    status: 201,
    output: z.object({
      name: z.string(),
      type: z.string(),
      size: z.number(),
      alt: z.string(),
      labels: z.array(z.string()),
    }),
    audit: NOTHING,
  },
  filesGet: {
    method: 'GET',
    path: '/files/{kind}',
    access: 'anonymous',
    noun: 'files',
    summary: 'A file',
    params: z.object({ kind: z.enum(['bytes', 'stream', 'undeclared', 'broken']) }),
    file: ['text/csv'],
    cache: 'revalidate',
  },
  importRun: {
    method: 'POST',
    path: '/imports',
    access: 'anonymous',
    noun: 'imports',
    summary: 'Import a file bit by bit',
    streamBody: ['text/csv'],
    bodyLimitBytes: 10_000,
    output: z.object({ bytes: z.number(), contentType: z.string() }),
    audit: NOTHING,
  },
  webhook: {
    method: 'POST',
    path: '/hook',
    access: 'anonymous',
    noun: 'imports',
    summary: 'A signed notice',
    rawBody: ['application/json'],
    output: z.object({ hex: z.string() }),
    rateClass: 'webhook',
    audit: NOTHING,
  },
  ticks: {
    method: 'GET',
    path: '/ticks/{mode}',
    access: 'customer',
    noun: 'events',
    summary: 'Events',
    params: z.object({ mode: z.enum(['three', 'endless', 'silent', 'fails', 'wrong', 'none']) }),
    events: z.object({ id: z.number(), text: z.string() }),
    refusals: { NOT_FOUND },
  },
  go: {
    method: 'GET',
    path: '/go',
    access: 'anonymous',
    noun: 'files',
    summary: 'Elsewhere',
    redirect: true,
  },
  trouble: {
    method: 'GET',
    path: '/trouble/{kind}',
    access: 'anonymous',
    noun: 'trouble',
    summary: 'Whatever can go wrong in a handler',
    params: z.object({
      kind: z.enum(['throws', 'outage', 'wrapped', 'output', 'undeclared', 'header', 'extra', 'throws-text']),
    }),
    output: z.object({ ok: z.boolean() }),
    outputHeaders: z.object({ 'x-note': z.string().optional() }),
  },
});
export type TestTable = typeof testTable;

/** What handlers write into the audit log of the tests with. */
export type TestAudit = { write(words: string): void };

export type TestCallers = {
  readonly audit: TestAudit;
  readonly identity: { readonly subject: string };
  readonly user: { readonly name: string };
};

/** An audit log that keeps what it is told, in the order of the calls. */
export function auditLog(pages: string[] = []): Required<Kernel>['audit'] {
  return ({ act }) => {
    pages.push(`opened ${act}`);
    return {
      audit: { write: (words: string) => void pages.push(`wrote ${words}`) },
      finish: async () => void pages.push('finished'),
    };
  };
}

/** `Bearer customer`, `Bearer admin` and `Bearer identity` are good; `Bearer outage` finds the database down. */
export const authenticate: Authenticate<TestCallers> = async (headers) => {
  const authorization = headers.get('authorization');
  switch (authorization) {
    case null:
      return { kind: 'anonymous' };
    case 'Bearer customer':
      return { kind: 'user', user: { name: 'customer' }, isAdmin: false };
    case 'Bearer admin':
      return { kind: 'user', user: { name: 'admin' }, isAdmin: true };
    case 'Bearer identity':
      return { kind: 'identity', identity: { subject: 'someone' } };
    case 'Bearer outage':
      throw Object.assign(new Error('The database is down'), { kind: 'unavailable', retryAfterSeconds: 7 });
    default:
      return { kind: 'invalid', reason: 'The token has expired' };
  }
};

/** What the handlers met, for tests to look at. */
export type Seen = { calls: string[]; generatorClosed: boolean; streamedBytes: number };

const NOTES = [
  { id: 'one', text: 'First' },
  { id: 'ä b', text: 'Größe "ä"', tags: ['x'] },
  { id: 'a/b', text: 'Third' },
];

export function testHandlers(seen: Seen): Handlers<TestTable, TestCallers> {
  return {
    notesList: ({ query }) => {
      seen.calls.push('notesList');
      const { tag, q } = query;
      const found = NOTES.filter(
        (note) => tag === undefined || note.tags?.some((one) => tag.includes(one)) === true,
      );
      return {
        body: found.slice(0, query.limit).map((note) => ({ ...note, passwordHash: 'secret' })),
        headers: {
          'x-total-count': String(found.length),
          link: q === undefined ? undefined : encodeURIComponent(q),
        },
      };
    },
    notesGet: ({ params, caller }) => {
      const note = NOTES.find(({ id }) => id === params.id);
      if (params.id === 'whoami') return { id: params.id, text: caller === null ? 'nobody' : caller.name };
      return note ?? refuse('NOT_FOUND', `There is no note ${params.id}`);
    },
    notesCreate: async ({ body, caller, idempotencyKey, audit }) => {
      seen.calls.push('notesCreate');
      if (body.text === 'sold out')
        return refuseWith('OUT_OF_STOCK', { partId: '7', stock: 3 }, 'Only 3 left');
      if (body.text === 'busy') return refuseWith('BUSY', { retryAfterSeconds: 40 });
      if (body.text === 'closed') return refuse('CLOSED');
      audit.write(body.text);
      return { insertedId: 'new', by: caller.name, key: idempotencyKey ?? null, text: body.text };
    },
    notesUpdate: ({ body, headers }) => ({ text: body.text, reason: headers['x-reason'] }),
    notesRemove: () => undefined,
    notesSpecial: ({ params }) => ({ id: params.id }),
    tokenIssue: ({ caller }) => ({ subject: caller.subject }),
    filesUpload: async ({ form }) => ({
      name: form.file.name,
      type: form.file.type,
      size: (await form.file.arrayBuffer()).byteLength,
      alt: form.alt,
      labels: form.label ?? [],
    }),
    filesGet: ({ params }) => {
      const bytes = new TextEncoder().encode('a,b\n1,2\n');
      async function* chunks() {
        yield bytes;
        if (params.kind === 'broken') throw new Error('The disk failed');
        yield bytes;
      }
      return {
        contentType: params.kind === 'undeclared' ? 'text/html' : 'text/csv; charset=utf-8',
        bytes: params.kind === 'bytes' ? bytes : chunks(),
        ...(params.kind === 'bytes' ? { fileName: 'Preise "2026" ä.csv' } : {}),
      };
    },
    importRun: async ({ stream, contentType }) => {
      let bytes = 0;
      for await (const chunk of stream) {
        bytes += chunk.byteLength;
        seen.streamedBytes = bytes;
      }
      return { bytes, contentType };
    },
    webhook: ({ raw }) => ({ hex: Buffer.from(raw).toString('hex') }),
    ticks: ({ params, signal }) => {
      if (params.mode === 'none') return refuse('NOT_FOUND');
      return ticks(params.mode, seen, signal);
    },
    go: () => ({ location: '/elsewhere?q=ä' }),
    trouble: ({ params }) => {
      switch (params.kind) {
        case 'throws':
          throw new Error('A bug with a secret', { cause: new Error('the cause') });
        case 'throws-text':
          throw 'just text';
        case 'outage':
          throw Object.assign(new Error('down'), { kind: 'unavailable' });
        case 'wrapped':
          throw new Error('wrapped', { cause: Object.assign(new Error('down'), { kind: 'unavailable' }) });
        case 'output':
          return { body: JSON.parse('{"ok":"yes"}'), headers: {} };
        case 'undeclared':
          return JSON.parse('{"kind":"refusal","code":"TEAPOT"}');
        case 'header':
          return { body: { ok: true }, headers: { 'x-note': 'a\r\nset-cookie: b=c' } };
        case 'extra':
          return { body: { ok: true }, headers: { 'x-note': 'fine' } };
      }
    },
  };
}

async function* ticks(
  mode: 'three' | 'endless' | 'silent' | 'fails' | 'wrong',
  seen: Seen,
  signal: { readonly aborted: boolean; addEventListener(type: 'abort', listener: () => void): void },
) {
  try {
    for (let id = 1; ; id += 1) {
      if (mode === 'three' && id > 3) return;
      if (mode === 'fails' && id > 1) throw new Error('A bug with a secret');
      if (mode === 'silent') await new Promise<void>((resolve) => signal.addEventListener('abort', resolve));
      if (signal.aborted) return;
      yield { id, text: mode === 'wrong' ? JSON.parse('7') : 'tick\näö' };
      if (mode === 'endless') await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    seen.generatorClosed = true;
  }
}
