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
  return stripped(await answer.text());
}

const stripped = (markup: string): string => markup.replaceAll(SCRIPT, '');

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
  const isPage = accept.includes('text/html');
  const answer = await captureAnswer(shopUrl + url, {
    accept,
    'accept-encoding': isPage ? 'identity' : String(encodings),
  });
  return isPage ? withoutScript(answer) : answer;
}

/** What says how long an answer is, and as what it is sent. */
const OF_THE_BYTES = new Set(['content-length', 'transfer-encoding', 'content-encoding', 'etag']);

/** With the same headers: one that shuts other windows out has the browser begin a process for the page. */
function withoutScript({ status, headers, body }: CapturedAnswer): CapturedAnswer {
  const kept = headers.flatMap((name, at) =>
    at % 2 === 1 || OF_THE_BYTES.has(name.toLowerCase()) ? [] : [name, headers[at + 1] ?? ''],
  );
  return {
    status,
    headers: [...kept, 'content-encoding', 'gzip'],
    body: gzipSync(stripped(Buffer.from(body).toString())),
  };
}
