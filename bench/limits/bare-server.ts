/** The limit of an HTTP answer, a process of its own: `node:http` and nothing else, sending the same bytes each time. */
import { createServer } from 'node:http';
import { answerParent } from '../child-process.ts';
import type { CapturedAnswer } from './captured-answer.ts';
import { listenAnywhere } from './listen-anywhere.ts';

/** As in the shop's own server, which says so in a header. */
const KEEP_ALIVE_MS = 65_000;

function serve({ status, headers, body }: CapturedAnswer): Promise<{ port: number }> {
  const head = [...headers];
  // As the shop's own, too: a request that announces no body is given none to read.
  const settings = { keepAliveTimeout: KEEP_ALIVE_MS, optimizeEmptyRequests: true };
  const server = createServer(settings, (_request, response) => {
    response.writeHead(status, head);
    response.end(body);
  });
  return listenAnywhere(server);
}

answerParent<CapturedAnswer, { port: number }>(serve);
