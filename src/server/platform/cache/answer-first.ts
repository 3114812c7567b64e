/** Sends what is kept before anything else of the server is asked. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerCache, Asked, Found } from './answer-cache.ts';
import { type ReadyHead, readyHead, sendWhole } from './send-whole.ts';

/** A reload, which wants what is true now. */
const IMPATIENT = /\b(no-cache|no-store|max-age=0)\b/;

/**
 * What of a request bears on a kept answer; undefined where none may be given: other methods, people with a name, and
 * requests with a body, which somebody has to wait for.
 */
export function askedOf({ method, url = '', headers }: IncomingMessage): Asked | undefined {
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const cacheControl = headers['cache-control'];
  return {
    address: url,
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
    isImpatient: cacheControl !== undefined && IMPATIENT.test(cacheControl),
  };
}

/**
 * The same for whoever answers, of the address as they have read it: where that is not the one that was sent, their answer is
 * another address's, and not to be kept under this one.
 */
export function askedAs(request: IncomingMessage, readUrl: string): Asked | undefined {
  const asked = askedOf(request);
  const pathFrom = readUrl.indexOf('/', readUrl.indexOf('//') + 2);
  return asked?.address === readUrl.slice(pathFrom) ? asked : undefined;
}

/** Answers a request with what is kept; false where nothing was sent, and others have to. */
export type SendKept = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * @param everywhere headers of every answer, unless it sets them itself
 * @param keepAliveMs how long the server keeps a silent connection open
 */
export function sendKept(
  cache: AnswerCache,
  everywhere: Readonly<Record<string, string>>,
  keepAliveMs: number,
): SendKept {
  const ready = new WeakMap<readonly string[], ReadyHead>();
  const readyOf = (status: number, lines: readonly string[]): ReadyHead => {
    const known = ready.get(lines);
    if (known !== undefined) return known;
    const own = new Set(lines.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
    const others = Object.entries(everywhere).filter(([name]) => !own.has(name.toLowerCase()));
    const made = readyHead(status, [...lines, ...others.flat()], keepAliveMs);
    ready.set(lines, made);
    return made;
  };
  return (request, response) => {
    const asked = askedOf(request);
    const found = asked === undefined ? undefined : cache.find(asked);
    if (found === undefined) return false;
    const { status, lines, body } = answerOf(found);
    sendWhole(request, response, readyOf(status, lines), body);
    return true;
  };
}

/** The same for what is kept and has to be waited for. `response` has the headers of every answer already. */
export async function sendKeptSoon(
  cache: AnswerCache,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const asked = askedOf(request);
  // Where it fails, whoever comes behind may answer even so, or say why not.
  const found = asked && (await cache.findSoon(asked).catch(() => undefined));
  if (found === undefined) return false;
  const { status, lines, body } = answerOf(found);
  response.writeHead(status, [...lines]).end(body);
  return true;
}

const answerOf = ({ variant, isUnchanged }: Found) =>
  isUnchanged
    ? { status: 304, lines: variant.headUnchanged, body: undefined }
    : { status: 200, lines: variant.head, body: variant.bytes };
