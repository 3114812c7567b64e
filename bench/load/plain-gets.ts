/**
 * One address asked for over and over, as cheaply as can be. What a shop has ready costs it a fifth of what autocannon needs to ask
 * for it: with that every server is as fast as autocannon is, whatever it takes itself.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export type PlainGets = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly onAnswer: (status: number, latencyMs: number) => void;
  readonly onError: (error: Error) => void;
};

const READ_BYTES = 65_536;
/** No more of a piece is looked through for where the body begins. */
const MOST_HEAD_BYTES = 8_192;
const END_OF_HEAD = '\r\n\r\n';
const STATUS = /^HTTP\/1\.1 (\d{3}) /;
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;
const WITHOUT_BODY = 304;

/** Asks until it is told to stop, one request at a time on each connection; answers how to. */
export function askPlainly(gets: PlainGets): () => Promise<void> {
  let isStopping = false;
  const sockets = Array.from({ length: gets.connections }, () => openConnection(gets, () => isStopping));
  return async () => {
    isStopping = true;
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
  };
}

function requestOf({ url, headers }: PlainGets): Buffer {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

function openConnection(gets: PlainGets, isStopping: () => boolean): Socket {
  const { url, onAnswer, onError } = gets;
  const { hostname: host, port } = new URL(url);
  const request = requestOf(gets);
  let askedAt = 0;
  /** Of the answer that is coming: its head, as far as it is here, and how much of its body is not. */
  let head = '';
  let leftBytes: number | undefined;
  let status = 0;
  const ask = () => {
    askedAt = performance.now();
    head = '';
    leftBytes = undefined;
    socket.write(request);
  };
  const read = (count: number, buffer: Uint8Array): boolean => {
    try {
      leftBytes =
        leftBytes === undefined
          ? readHead(Buffer.from(buffer.buffer, buffer.byteOffset, count))
          : leftBytes - count;
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
    if (leftBytes === 0) {
      onAnswer(status, performance.now() - askedAt);
      if (isStopping()) socket.end();
      else ask();
    }
    return true;
  };
  /** How much of the body is yet to come; undefined where not even the head is here. */
  const readHead = (bytes: Buffer): number | undefined => {
    const before = head.length;
    head += bytes.toString('latin1', 0, MOST_HEAD_BYTES);
    const end = head.indexOf(END_OF_HEAD);
    if (end === -1) return undefined;
    status = Number(STATUS.exec(head)?.[1]);
    const length = status === WITHOUT_BODY ? 0 : Number(LENGTH.exec(head.slice(0, end + 2))?.[1]);
    const left = length - (before + bytes.length - end - END_OF_HEAD.length);
    // One request at a time: nothing else can be on its way.
    if (!(left >= 0)) throw new Error(`${url} was answered without its length`);
    return left;
  };
  const socket = connect({
    ...{ host, port: Number(port), noDelay: true },
    onread: { buffer: Buffer.alloc(READ_BYTES), callback: read },
  });
  socket.once('connect', ask);
  socket.once('error', onError);
  socket.once('close', () => {
    if (!isStopping()) onError(new Error(`${url} closed a connection`));
  });
  return socket;
}
