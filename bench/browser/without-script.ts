/** The shop's pages without their script: what this machine lets any page do that looks like them. */
import { createServer, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type CapturedAnswer, captureAnswer } from '../limits/captured-answer.ts';
import { listenAnywhere } from '../limits/listen-anywhere.ts';
import type { Undo } from '../open-bench.ts';

const SCRIPT = /<script\b[\s\S]*?<\/script>/g;

/** What a page of the shop has in it beside script and what only that reads. */
export async function markupOf(address: string): Promise<string> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.text()).replaceAll(SCRIPT, '');
}

/**
 * Serves them, with their style, typefaces and pictures as the shop sends them. Answers are kept, as the shop keeps them.
 *
 * @returns where
 */
export async function serveWithoutScript(shopUrl: string, undo: Undo): Promise<string> {
  const kept = new Map<string, Promise<CapturedAnswer>>();
  const server = createServer(async (request, response) => {
    const { url = '/' } = request;
    const answer = kept.get(url) ?? answerOf(shopUrl, request);
    kept.set(url, answer);
    try {
      const { status, headers, body } = await answer;
      response.writeHead(status, [...headers]).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const { port } = await listenAnywhere(server);
  undo.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

async function answerOf(shopUrl: string, { url = '/', headers }: IncomingMessage): Promise<CapturedAnswer> {
  const { accept = '*/*', 'accept-encoding': encodings = '' } = headers;
  if (!accept.includes('text/html'))
    return captureAnswer(shopUrl + url, { accept, 'accept-encoding': String(encodings) });
  const body = gzipSync(await markupOf(shopUrl + url));
  return {
    status: 200,
    headers: ['content-type', 'text/html; charset=utf-8', 'content-encoding', 'gzip'],
    body,
  };
}
