/**
 * The limit of rendering, a process of its own: the framework's empty page on the adapter that the shop uses, and nothing
 * else.
 */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { answerParent } from '../child-process.ts';
import { listenAnywhere } from './listen-anywhere.ts';

export type ServeRendering = {
  /** The built rendering code. */
  readonly entryFile: string;
};
type Entry = { readonly default: { fetch(request: Request): Promise<Response> } };

async function serve({ entryFile }: ServeRendering): Promise<{ port: number }> {
  const { default: entry }: Entry = await import(pathToFileURL(entryFile).href);
  const listener = getRequestListener((request) => entry.fetch(request), { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  return listenAnywhere(server);
}

answerParent<ServeRendering, { port: number }>(serve);
