/** Pages straight from their sources, by Vite: for those who change them. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { createServer, isRunnableDevEnvironment } from 'vite';
import { PROJECT } from '#server/platform/project-folder.ts';
import { mailPreview } from './mail-preview/mail-preview.ts';
import { bodyOf, type MakePages, type PagesApp, type PagesEntry, withoutUnread } from './pages.ts';

/** Every component in every state: a page for those who change them, and no part of the shop. */
const COMPONENT_SHEET = join(PROJECT, 'src/web/dev/ui-page.html');

export const developmentPages: MakePages = async () => {
  const vite = await createServer({ root: PROJECT, server: { middlewareMode: true }, appType: 'custom' });
  const { ssr } = vite.environments;
  if (ssr === undefined || !isRunnableDevEnvironment(ssr))
    throw new Error('Vite cannot run the rendering code here');
  return {
    description: 'from their sources',
    close: () => vite.close(),
    async open({ api, origin }) {
      const app: PagesApp = new Hono();
      app.route('/dev/mail', mailPreview({ name: 'Mainshaft', url: origin }));
      app.get('/dev/ui', async (c) =>
        c.html(await vite.transformIndexHtml('/dev/ui', await readFile(COMPONENT_SHEET, 'utf8'))),
      );
      app.all('*', async (c) => {
        const { incoming, outgoing } = c.env;
        // Vite answers what it knows: modules, styles, its own client.
        if (await answered(vite.middlewares, incoming, outgoing)) return RESPONSE_ALREADY_SENT;
        const { default: entry }: { default: PagesEntry } =
          await ssr.runner.import('/src/web/server-entry.ts');
        const request = new Request(withoutUnread(c.req.url, entry.isRead), c.req.raw);
        const { status, headers, pieces } = await entry.render(request, { api, origin, secret: '' });
        return new Response(bodyOf(pieces), { status, headers });
      });
      return app;
    },
  };
};

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

function answered(
  middleware: Middleware,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once('close', () => resolve(true));
    middleware(request, response, (error) => (error === undefined ? resolve(false) : reject(error)));
  });
}
