/**
 * Sends answers that are known as a whole.
 *
 * For each answer, Node checks and joins its headers anew and watches its body go out: a third of what a kept answer costs.
 * Here a head is checked and joined once, and written with its body in one go. Node is told when the system has taken all
 * of it; it goes on to look after the connection as it always does.
 */
import {
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import type { Socket } from 'node:net';

export type ReadyHead = {
  readonly status: number;
  /** Names and values by turns, as Node takes them. */
  readonly lines: string[];
  /** As it is written now: it tells the second. */
  bytes(): Buffer;
};

/**
 * @param lines names and values by turns; with the length of the body, where one goes with it
 * @param keepAliveMs as the server has it, which a head tells
 * @throws where Node would, for a name or a value that no header may have
 */
export function readyHead(status: number, lines: readonly string[], keepAliveMs: number): ReadyHead {
  const own = [...lines];
  let start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < own.length; at += 2) {
    const name = own[at] ?? '';
    const value = own[at + 1] ?? '';
    validateHeaderName(name);
    validateHeaderValue(name, value);
    start += `${name}: ${value}\r\n`;
  }
  const end = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`;
  let second = Number.NaN;
  let bytes = Buffer.alloc(0);
  return {
    status,
    lines: own,
    bytes() {
      const now = Math.floor(Date.now() / 1000);
      if (now !== second) {
        second = now;
        bytes = Buffer.from(`${start}Date: ${new Date(now * 1000).toUTCString()}\r\n${end}`, 'latin1');
      }
      return bytes;
    },
  };
}

/** Answers with this head, and with these bytes where it has any. */
export function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  head: ReadyHead,
  body: Buffer | undefined,
): void {
  const socket = freeConnection(request, response);
  if (socket === undefined) {
    response.writeHead(head.status, head.lines).end(body);
    return;
  }
  response.statusCode = head.status;
  if (body === undefined) socket.write(head.bytes());
  else {
    socket.cork();
    socket.write(head.bytes());
    socket.write(body);
    socket.uncork();
  }
  const finish = () => {
    response.finished = true;
    response.emit('finish');
  };
  if (socket.writableLength === 0) finish();
  // Where it breaks, Node hears of it from the connection.
  else socket.write('', (error) => error || finish());
}

/** The connection of a response, where it has room, is this one's turn, and stays open afterwards. */
function freeConnection(request: IncomingMessage, response: ServerResponse): Socket | undefined {
  const { socket } = response;
  const { connection } = request.headers;
  const staysOpen =
    request.httpVersion === '1.1' &&
    (connection === undefined || connection === 'keep-alive') &&
    !response.hasHeader('connection');
  return socket !== null && staysOpen && socket.writable && socket.writableLength === 0 ? socket : undefined;
}
