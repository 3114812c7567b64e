/** The HTTP server of a shop: one port for pages, API, pictures and health. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { imports } from '#contract/imports.ts';
import { SITEMAP_PATHS } from '#server/catalogue/sitemap.ts';
import type { AnswerCache } from '#server/platform/cache/answer-cache.ts';
import { answerFirst } from '#server/platform/cache/answer-first.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { pendingMigrations } from '#server/platform/db/migrate.ts';

/** How long a stopping server waits for the requests under way. */
const FINISH_WITHIN_MS = 10_000;
/** How often it then looks for connections whose last answer has gone out. */
const CLOSE_IDLE_EVERY_MS = 50;

/** By when a request has come whole, and how long a file may keep silent that is read as it comes, which may take hours. */
export type Patience = { readonly wholeMs: number; readonly silentFileMs: number };
const PATIENCE: Patience = { wholeMs: 300_000, silentFileMs: 600_000 };
const FILES_AT = `/api${imports.importsUpload.path}`;

export type Doors = {
  /** `/api`, pictures, the payment sandbox, what search engines ask for. */
  readonly shop: Hono<{ Bindings: HttpBindings }>;
  /** Everything else. */
  readonly pages: Hono<{ Bindings: HttpBindings }>;
  readonly databases: Databases;
};

export type RunningServer = {
  /** Stops taking requests, finishes those under way (10 s at most) and lets go of the port. */
  stop(): Promise<void>;
};

/** One application of all doors. */
export function frontDoor({ shop, pages, databases }: Doors): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (c) => {
    const waiting = await pendingMigrations(databases.write).catch(() => undefined);
    const status =
      waiting === undefined ? 'no database' : waiting.length > 0 ? 'migrations are missing' : 'ready';
    return c.json({ status }, status === 'ready' ? 200 : 503, { 'cache-control': 'no-store' });
  });
  for (const path of ['/api', '/api/*', '/media/*', '/sandbox/*', ...SITEMAP_PATHS]) {
    app.all(path, (c) => shop.fetch(c.req.raw, c.env));
  }
  app.all('*', (c) => pages.fetch(c.req.raw, c.env));
  return app;
}

export type Serving = {
  /** What is kept in there is answered before the application is asked. */
  readonly answers?: AnswerCache;
  readonly patience?: Patience;
};

/** Listens; rejects when the port can't be had. */
export async function listen(
  app: Hono<{ Bindings: HttpBindings }>,
  address: { readonly host: string; readonly port: number },
  { answers, patience = PATIENCE }: Serving = {},
): Promise<RunningServer> {
  // Node's own limit on requests knows no exceptions.
  const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 66_000, requestTimeout: 0 });
  server.on('request', (request) => expectBody(request, patience));
  const fetch = async (request: Request, env: HttpBindings | Http2Bindings) => {
    const response = await app.fetch(request, env);
    // Whoever changed something sees it in their next answer.
    if (request.method !== 'GET' && request.method !== 'HEAD') answers?.distrust();
    return response;
  };
  const listener = getRequestListener((request, env) => fetch(request, env), {
    overrideGlobalObjects: false,
  });
  server.on('request', answers === undefined ? listener : answerFirst(answers, listener));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { stop: () => close(server) };
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
    server.closeIdleConnections();
  });
}
