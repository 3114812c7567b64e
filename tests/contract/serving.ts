/** Serves the test table on a real port, and speaks HTTP to it as plainly as can be. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { listenOnLoopback } from '#main/listen-on-loopback.ts';
import { mountOperations, type ServeOptions } from '#server/platform/serve/http.ts';
import {
  auditLog,
  authenticate,
  type Seen,
  type TestCallers,
  type TestTable,
  testHandlers,
  testTable,
} from './test-table.ts';

export type LogLine = { readonly level: 'warn' | 'error'; readonly fields: object; readonly message: string };
export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body where it is JSON. */
  readonly json: unknown;
};
type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | readonly (string | Uint8Array)[];
};

export type Serving = {
  readonly origin: string;
  readonly port: number;
  readonly seen: Seen;
  readonly log: LogLine[];
  /** One request with exactly this path, however odd. A list of bodies is sent in chunks, without its length. */
  ask(path: string, ask?: Ask): Promise<Answer>;
  /** Sends bytes as they are; gives what came back until the server closed or fell silent. */
  raw(bytes: string): Promise<string>;
  stop(): Promise<void>;
};

function parsed(text: string, type: string | undefined): unknown {
  return type !== undefined && /[/+]json/.test(type) && text !== '' ? JSON.parse(text) : undefined;
}

function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  // For some methods the client does not say by itself that there is a body: its bytes would be taken for another request.
  const inPieces = body === undefined ? {} : { 'transfer-encoding': 'chunked' };
  const framing = isWhole ? { 'content-length': Buffer.byteLength(body) } : inPieces;
  const sent = { port, host: '127.0.0.1', path, method, headers: { ...framing, ...headers }, agent: false };
  return new Promise((resolve, reject) => {
    const outgoing = request(sent, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = parsed(text, incoming.headers['content-type']);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json });
      });
    });
    outgoing.on('error', reject);
    if (isWhole) outgoing.end(body);
    else {
      for (const chunk of body ?? []) outgoing.write(chunk);
      outgoing.end();
    }
  });
}

function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let text = '';
    socket.setTimeout(300, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

/** Starts a server on a free port, joined as the shop joins it: an outer application that hands `/api/*` on. */
export async function startServing(
  options: Partial<ServeOptions<TestTable, TestCallers>> = {},
  extend: (api: ReturnType<typeof mountOperations>) => void = () => undefined,
): Promise<Serving> {
  const seen: Seen = { calls: [], generatorClosed: false, streamedBytes: 0 };
  const log: LogLine[] = [];
  const api = mountOperations({
    table: testTable,
    handlers: testHandlers(seen),
    authenticate,
    audit: auditLog(),
    log: {
      warn: (fields, message) => log.push({ level: 'warn', fields, message }),
      error: (fields, message) => log.push({ level: 'error', fields, message }),
    },
    ...options,
  });
  extend(api);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('/api/*', (c) => api.fetch(c.req.raw, c.env));
  app.notFound((c) => c.text('the outer application', 404));
  const { port, close } = await listenOnLoopback(app);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    seen,
    log,
    ask: (path, given = {}) => ask(port, path, given),
    raw: (bytes) => raw(port, bytes),
    stop: close,
  };
}

/** A JSON body with its headers, by someone. */
export function jsonBody(
  body: unknown,
  token = 'customer',
): Ask & { readonly headers: Record<string, string> } {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}
export const as = (token: string) => ({ authorization: `Bearer ${token}` });
