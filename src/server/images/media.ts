/** Sends kept pictures. */
import { Hono } from 'hono';
import { Outage } from '#server/platform/outage.ts';
import { matchesTag } from '#server/platform/serve/answer.ts';
import { RETRY_AFTER_OUTAGE_SECONDS, retryAfter, type ServeLog } from '#server/platform/serve/failure.ts';
import type { ImageStore, KeptImage } from './image-store.ts';
import { fallbackKey, LASTING, pictureKeyOf } from './picture-address.ts';

/** What does not last: answers that are no picture. */
const UNLASTING = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

type Sending = Pick<ImageStore, 'open' | 'stat'>;

/** `GET` and `HEAD` of `/media/<hash>/<width>.<format>`; everything else under `/media` is 404. */
export function mediaApp(images: Sending, log: ServeLog): Hono {
  const app = new Hono();
  const sending = withFallback(images);
  app.all('/media/*', (c) => sendPicture(sending, c.req.raw, c.req.path));
  app.onError((error, c) => {
    if (!(error instanceof Outage)) {
      log.error({ err: error }, 'A picture was not sent');
      return c.text('Something went wrong on our side\n', 500, UNLASTING);
    }
    log.warn({ err: error }, 'Sending a picture met an outage');
    const seconds = error.retryAfterSeconds ?? RETRY_AFTER_OUTAGE_SECONDS;
    return c.text('Pictures cannot be sent just now\n', 503, { ...UNLASTING, ...retryAfter(seconds) });
  });
  return app;
}

/** The same pictures; where one is missing, what is sent in its place. */
function withFallback(images: Sending): Sending {
  const orFallback =
    <Found>(find: (key: string) => Promise<Found | null>) =>
    async (key: string) => {
      const instead = fallbackKey(key);
      return (await find(key)) ?? (instead === undefined ? null : find(instead));
    };
  return {
    stat: orFallback((key) => images.stat(key)),
    open: orFallback((key) => images.open(key)),
  };
}

async function sendPicture(images: Sending, request: Request, path: string): Promise<Response> {
  const isHead = request.method === 'HEAD';
  const key = isHead || request.method === 'GET' ? pictureKeyOf(path) : undefined;
  if (key === undefined) return nothingThere();
  const known = request.headers.get('if-none-match');
  if (isHead || known !== null) {
    const kept = await images.stat(key);
    if (kept === null) return nothingThere();
    const headers = lastingHeaders(key, kept);
    if (known !== null && matchesTag(known, headers.etag))
      return new Response(null, { status: 304, headers });
    if (isHead) return new Response(null, { headers: { ...headers, ...describing(kept) } });
  }
  const image = await images.open(key);
  if (image === null) return nothingThere();
  return new Response(image.body, { headers: { ...lastingHeaders(key, image), ...describing(image) } });
}

function lastingHeaders(key: string, { sizeBytes }: KeptImage) {
  return {
    etag: `"${key.replace('/', '-')}-${sizeBytes}"`,
    'cache-control': LASTING,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  };
}

function describing({ contentType, sizeBytes }: KeptImage) {
  return { 'content-type': contentType, 'content-length': String(sizeBytes) };
}

function nothingThere(): Response {
  return new Response('There is no such picture\n', {
    status: 404,
    headers: UNLASTING,
  });
}
