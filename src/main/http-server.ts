/** The HTTP server of a shop: one port for pages, API, pictures and health. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { imports } from '#contract/imports.ts';
import { SITEMAP_PATHS } from '#server/catalogue/sitemap.ts';
import type { AnswerCache } from '#server/platform/cache/answer-cache.ts';
import { type SendKept, sendKept, sendKeptSoon } from '#server/platform/cache/answer-first.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { schemaState } from '#server/platform/db/migrate.ts';
import type { LoadGauge } from '#server/platform/load.ts';
import { watchRequest } from '#server/platform/telemetry.ts';
import { shedLoad } from './shed-load.ts';

/** How long a silent connection is kept open. */
const KEEP_ALIVE_MS = 65_000;
/** How long the database may take to say that it is there. */
const READY_WITHIN_MS = 3_000;
/** For how long it is believed to be there though it takes longer. */
const READY_KEPT_MS = 15_000;
/** How long a stopping server waits for the requests under way. */
const FINISH_WITHIN_MS = 10_000;
/** How often it then looks for connections whose last answer has gone out. */
const CLOSE_IDLE_EVERY_MS = 50;

/** By when a request has come whole, and how long a file may keep silent that is read as it comes, which may take hours. */
export type Patience = { readonly wholeMs: number; readonly silentFileMs: number };
const PATIENCE: Patience = { wholeMs: 300_000, silentFileMs: 600_000 };
/**
 * A host, and perhaps a port (RFC 9110, 7.2). Libraries put it before the path and read the whole: one with a slash, a question mark
 * or a letter that becomes another would be answered as if another address had been asked for, and that be kept for everybody.
 */
const HOST = /^(?:[a-z\d._~-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i;
const FILES_AT = `/api${imports.importsUpload.path}`;

const NOT_READY = {
  behind: 'migrations are missing',
  ahead: 'the database is of a later version',
} as const;

export type Doors = {
  /** `/api`, pictures, the payment sandbox, what search engines ask for. */
  readonly shop: Hono<{ Bindings: HttpBindings }>;
  /** Everything else. */
  readonly pages: Hono<{ Bindings: HttpBindings }>;
  readonly databases: Databases;
  /** Sheds load; without it everything is let in. */
  readonly load?: LoadGauge;
  /** What is kept in there is given before any door, where it has to be waited for; the rest `listen` gives. */
  readonly answers?: AnswerCache;
};

export type RunningServer = {
  /** Stops taking requests, finishes those under way (10 s at most) and lets go of the port. */
  stop(): Promise<void>;
};

/** One application of all doors. */
export function frontDoor({
  shop,
  pages,
  databases,
  load,
  answers,
}: Doors): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  const readiness = watchReadiness(databases);
  app.get('/readyz', async (c) => {
    const status = await readiness();
    return c.json({ status }, status.startsWith('ready') ? 200 : 503, { 'cache-control': 'no-store' });
  });
  // A busy process is healthy, and as ready as the others: what is taken from it would only be theirs to do.
  if (load !== undefined) app.use(shedLoad(load));
  if (answers !== undefined) app.use(givenSoon(answers));
  for (const path of ['/api', '/api/*', '/media/*', '/sandbox/*', ...SITEMAP_PATHS]) {
    app.all(path, (c) => shop.fetch(c.req.raw, c.env));
  }
  app.all('*', (c) => pages.fetch(c.req.raw, c.env));
  return app;
}

/** Behind what sheds load: those who wait for a look at what has changed are under way like all others. */
const givenSoon =
  (answers: AnswerCache): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (c, next) =>
    (await sendKeptSoon(answers, c.env.incoming, c.env.outgoing)) ? RESPONSE_ALREADY_SENT : next();

export type Serving = {
  /** What is kept in there is answered before the application is asked. */
  readonly answers?: AnswerCache;
  readonly patience?: Patience;
  /** What every answer has, unless it sets it itself. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Answers how to tell whether requests can be served, in a word for people. */
function watchReadiness(databases: Databases): () => Promise<string> {
  let wasReadyAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    // A primary that says nothing is no trouble to a replica that is there.
    const sides = [databases.read, ...(databases.replica === undefined ? [] : [databases.replica.db])];
    const state = await Promise.race([
      Promise.any(sides.map((db) => schemaState(db))).catch(() => undefined),
      wait(READY_WITHIN_MS, 'no answer' as const, { ref: false }),
    ]);
    // A database that is busy is there.
    const isBusy = state === 'no answer' && performance.now() - wasReadyAtMs < READY_KEPT_MS;
    if (state === undefined || (state === 'no answer' && !isBusy)) return 'no database';
    if (state !== 'no answer') {
      if (state.is !== 'ready') return NOT_READY[state.is];
      wasReadyAtMs = performance.now();
    }
    // Whoever can be read from is ready: the catalogue is more than nothing.
    return databases.writing.isPossible() ? 'ready' : 'ready to be read only';
  };
}

/** Where, or what listens there already and is taken over. */
export type ListenAt = { readonly host: string; readonly port: number } | NetServer;

/** Listens; rejects when the port can't be had. */
export async function listen(
  app: Hono<{ Bindings: HttpBindings }>,
  at: ListenAt,
  { answers, patience = PATIENCE, headers = {} }: Serving = {},
): Promise<RunningServer> {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: KEEP_ALIVE_MS + 1_000,
    // Node's own limit on requests knows no exceptions.
    requestTimeout: 0,
    // A request that announces no body is given none to read: nobody waits for its end.
    optimizeEmptyRequests: true,
  });
  keepUnsent(server);
  const fetch = async (request: Request, env: HttpBindings | Http2Bindings) => {
    const response = await app.fetch(request, env);
    // What is no call of the table may have changed something, too; a call has said so before it was answered.
    if (request.method !== 'GET' && request.method !== 'HEAD') answers?.distrust();
    return response;
  };
  const listener = getRequestListener((request, env) => fetch(request, env), {
    // An answer that is there as a whole is written as it is: Node's own has a stream around it, which takes some 40 µs more.
    overrideGlobalObjects: true,
    // Stands where a request names no host; what is listened on may be no name (`::`).
    hostname: 'localhost',
  });
  const everywhere = Object.entries(headers);
  const isSent: SendKept = answers === undefined ? () => false : sendKept(answers, headers, KEEP_ALIVE_MS);
  server.on('request', (request, response) => {
    if (!namesHost(request)) {
      refuse(response, headers);
      return;
    }
    watchRequest(request, response, isSent, () => {
      expectBody(request, patience);
      for (const [name, value] of everywhere) response.setHeader(name, value);
      void listener(request, response);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { stop: () => close(server) };
}

/** Whether a request names a host that there could be; whoever asks for the machine's health may name none. */
function namesHost({ headers: { host = '' } }: IncomingMessage): boolean {
  return host === '' || (HOST.test(host) && URL.canParse(`http://${host}`));
}

/** What comes next on a connection whose client does not speak HTTP is none of ours. */
function refuse(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const own = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  };
  response.writeHead(400, { ...headers, ...own }).end('The Host header names no host');
}

/** Breaks off a connection whose body does not come. */
function expectBody(request: IncomingMessage, { wholeMs, silentFileMs }: Patience): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  const { socket } = request;
  if (request.url?.split('?', 1)[0] === FILES_AT) {
    // Node closes a socket that was silent for so long.
    socket.setTimeout(silentFileMs);
    request.once('end', () => socket.setTimeout(0));
    return;
  }
  const deadline = setTimeout(() => socket.destroy(), wholeMs);
  const isHere = () => clearTimeout(deadline);
  request.once('end', isHere).once('close', isHere);
}

/** Node takes a connection for idle whose last answer is on its way to somebody slow, and a server that closes would cut it off. */
function keepUnsent(server: Server): void {
  const connections = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if (![...connections].some(({ writableLength }) => writableLength > 0)) closeIdle();
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A client that keeps asking on its open connection would otherwise keep us until the patience ends.
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    const whenIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    const enough = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
    server.close(() => {
      clearInterval(whenIdle);
      clearTimeout(enough);
      resolve();
    });
  });
}
