/** The files of a build that browsers fetch: script, style, typefaces, pictures. */
import { readdirSync } from 'node:fs';
import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 365 * DAY_SECONDS;
/** Of the file itself, which is not sent where it has not changed. */
const OF_CONTENT = ['content-encoding', 'content-length', 'content-type'];

/** Sends what lies in `root`, and says of `/assets` and `/pictures` where there is no such file; all else is left to others. */
export function staticFiles(root: string): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const files = serveStatic({ root, precompressed: true });
  // Their names change with their content.
  app.get('/assets/*', keptAs(`public, max-age=${YEAR_SECONDS}, immutable`), files, isMissing);
  // Their names stay when they are rendered anew.
  app.get('/pictures/*', keptAs(`public, max-age=${DAY_SECONDS}`), files, isMissing);
  // By their names: each page would else be looked for on the disk before it is rendered.
  for (const file of readdirSync(root, { withFileTypes: true })) {
    app.get(file.isDirectory() ? `/${file.name}/*` : `/${file.name}`, keptAs('no-cache'), files);
  }
  return app;
}

/** Kept by nobody: while one version takes over from another, the file may be there in a moment. */
const isMissing: MiddlewareHandler = async (c) => c.text('Not found', 404, { 'cache-control': 'no-store' });

/** Says how long a file may be kept, and sends none to who has it as old as it is here. */
const keptAs =
  (cacheControl: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    const modified = c.res.headers.get('last-modified');
    if (modified === null || c.res.headers.has('cache-control')) return;
    c.header('cache-control', cacheControl);
    if (c.res.status !== 200 || c.req.header('if-modified-since') !== modified) return;
    const file = c.res;
    const headers = new Headers(file.headers);
    for (const name of OF_CONTENT) headers.delete(name);
    // Else the headers of what is taken back would be put to those of what is sent.
    c.res = undefined;
    c.res = new Response(null, { status: 304, headers });
    await file.body?.cancel();
  };
