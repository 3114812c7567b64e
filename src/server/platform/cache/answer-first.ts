/** Sends what is kept before anything else of the server is asked. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AnswerCache, Asked } from './answer-cache.ts';

/** A reload, which wants what is true now. */
const IMPATIENT = /\b(no-cache|no-store|max-age=0)\b/;

/** What of a request bears on a kept answer; undefined where none may be given: other methods, and people with a name. */
export function askedOf({ method, url = '', headers }: IncomingMessage): Asked | undefined {
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  const cacheControl = headers['cache-control'];
  return {
    address: url,
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
    isImpatient: cacheControl !== undefined && IMPATIENT.test(cacheControl),
  };
}

/** Answers what is kept, and leaves everything else to the next listener. */
export function answerFirst(cache: AnswerCache, next: RequestListener): RequestListener {
  return (request, response) => {
    const asked = askedOf(request);
    const found = asked === undefined ? undefined : cache.find(asked);
    if (found === undefined) return next(request, response);
    const { variant, isUnchanged } = found;
    if (isUnchanged) {
      response.writeHead(304, variant.headUnchanged as string[]);
      response.end();
    } else {
      response.writeHead(200, variant.head as string[]);
      response.end(variant.bytes);
    }
  };
}
