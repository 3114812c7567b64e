/** Answers that are written whole are those that Node would send, and leave the connection as Node would. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readyHead, sendWhole } from '#server/platform/cache/send-whole.ts';

const KEEP_ALIVE_MS = 65_000;
const LARGE = Buffer.from('whole '.repeat(170_000));
const LINES = ['content-type', 'text/plain', 'etag', '"ä1"', 'x-none', ''];
const BODIES = new Map([
  ['/small', Buffer.from('a small answer')],
  ['/large', LARGE],
]);

let server: Server;
let ready: Map<string, ReturnType<typeof readyHead>>;
let finished: string[];
const opened: Socket[] = [];

/** `/whole/…` is sent whole, `/node/…` as Node does it, `/later` after a while. */
beforeEach(async () => {
  ready = new Map();
  finished = [];
  // As the shop's own server is made.
  const options = { keepAliveTimeout: KEEP_ALIVE_MS, optimizeEmptyRequests: true };
  server = createServer(options, async (request, response) => {
    const url = request.url ?? '';
    const path = url.replace(/^\/(whole|node)/, '');
    response.once('finish', () => finished.push(url));
    if (path === '/later') {
      await wait(20);
      response.end('later');
      return;
    }
    const body = BODIES.get(path);
    const status = body === undefined ? 304 : 200;
    const lines = body === undefined ? LINES : [...LINES, 'content-length', String(body.length)];
    if (url.startsWith('/node')) {
      response.writeHead(status, lines).end(body);
      return;
    }
    const head = ready.get(path) ?? readyHead(status, lines, KEEP_ALIVE_MS);
    ready.set(path, head);
    sendWhole(request, response, head, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  opened.push(socket);
  await once(socket, 'connect');
  return socket;
}
const asking = (path: string, headers = '', version = '1.1') =>
  `GET ${path} HTTP/${version}\r\nhost: shop\r\n${headers}\r\n`;

/** Everything that comes until `isWhole`, or until the end. */
async function received(socket: Socket, isWhole: (text: string) => boolean): Promise<string> {
  let text = '';
  socket.setEncoding('latin1');
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece;
    if (isWhole(text)) break;
  }
  return text;
}
const times = (text: string, part: string) => text.split(part).length - 1;
const withoutDate = (text: string) =>
  text.replace(/Date: [A-Z][a-z]{2}, [\w ]+ [\d:]{8} GMT\r\n/, 'Date\r\n');
const ends = (ending: string) => (text: string) => text.endsWith(ending);

describe('an answer that is sent whole', () => {
  it.each(['/small', '/unchanged'])('has the bytes that Node would send: %s', async (path) => {
    const socket = await open();
    const ending = BODIES.get(path)?.toString() ?? '\r\n\r\n';
    socket.write(asking(`/node${path}`));
    const byNode = await received(socket, ends(ending));
    socket.write(asking(`/whole${path}`));
    const whole = await received(socket, ends(ending));
    expect(withoutDate(whole)).toBe(withoutDate(byNode));
    expect(withoutDate(whole)).toContain('Date\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n');
  });

  it.each([
    ['of HTTP/1.0', '', '1.0'],
    ['that is the last one of its connection', 'connection: close\r\n', '1.1'],
  ])('ends the connection after a request %s', async (_, headers, version) => {
    const socket = await open();
    socket.write(asking('/whole/small', headers, version));
    const text = await received(socket, () => false);
    expect(text).toContain('Connection: close\r\n');
    expect(text).toMatch(/a small answer$/);
  });

  it('ends the connection of a server that stops', async () => {
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    const socket = await open();
    socket.write(asking('/whole/small'));
    expect(await received(socket, () => false)).toMatch(/connection: close\r\n.*a small answer$/is);
  });

  it('keeps its place among answers that take longer, on one connection', async () => {
    const socket = await open();
    const paths = ['/whole/small', '/later', '/whole/unchanged', '/whole/small', '/later', '/node/small'];
    socket.write(paths.map((path) => asking(path)).join(''));
    const text = await received(
      socket,
      (so) => times(so, 'later') === 2 && times(so, 'a small answer') === 3,
    );
    const order = [...text.matchAll(/a small answer|later|304 Not Modified/g)].map(([found]) => found);
    expect(order).toEqual([
      ...['a small answer', 'later', '304 Not Modified'],
      ...['a small answer', 'later', 'a small answer'],
    ]);
    expect(finished).toEqual(paths);
  });

  it('comes whole to one who reads late, and is not over before', async () => {
    const socket = await open();
    socket.pause();
    const count = 40;
    socket.write(asking('/whole/large').repeat(count));
    await wait(200);
    // The system holds some megabytes for a reader; of the rest, the server has not even begun with most.
    expect(finished.length).toBeLessThan(count);
    server.closeIdleConnections();
    const text = await received(socket, (so) => so.length >= count * LARGE.length && so.endsWith('whole '));
    expect(times(text, 'HTTP/1.1 200 OK')).toBe(count);
    expect(times(text, LARGE.toString())).toBe(count);
    await expect.poll(() => finished.length).toBe(count);
  });

  it('harms nobody where its reader goes away', async () => {
    const gone = await open();
    gone.pause();
    gone.write(asking('/whole/large').repeat(40));
    await wait(50);
    gone.resetAndDestroy();
    const socket = await open();
    socket.write(asking('/whole/small'));
    expect(await received(socket, ends('a small answer'))).toContain('200 OK');
    expect(finished.length).toBeLessThan(40);
  });
});

describe('a head', () => {
  it('is joined only of what headers may have', () => {
    expect(() => readyHead(200, ['x-name', 'a\r\nx-other: b'], KEEP_ALIVE_MS)).toThrow(/Invalid character/);
    expect(() => readyHead(200, ['x name', 'a'], KEEP_ALIVE_MS)).toThrow(/valid HTTP token/);
  });
});
