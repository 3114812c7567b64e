/** Sends kept pictures. */
import { Hono } from 'hono';
import { matchesTag } from '#server/platform/serve/answer.ts';
import type { ImageStore } from './image-store.ts';
import { pictureKeyOf } from './picture-address.ts';

/** `GET` and `HEAD` of `/media/<hash>/<width>.<format>`; everything else under `/media` is 404. */
export function mediaApp(images: Pick<ImageStore, 'open'>): Hono {
  const app = new Hono();
  app.all('/media/*', (c) => sendPicture(images, c.req.raw, c.req.path));
  return app;
}

async function sendPicture(
  images: Pick<ImageStore, 'open'>,
  request: Request,
  path: string,
): Promise<Response> {
  const isHead = request.method === 'HEAD';
  const key = isHead || request.method === 'GET' ? pictureKeyOf(path) : undefined;
  const image = key === undefined ? null : await images.open(key);
  if (key === undefined || image === null) return nothingThere();

  const tag = `"${key.replace('/', '-')}-${image.sizeBytes}"`;
  const headers: Record<string, string> = {
    etag: tag,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  };
  const known = request.headers.get('if-none-match');
  if (known !== null && matchesTag(known, tag)) return new Response(null, { status: 304, headers });
  headers['content-type'] = image.contentType;
  headers['content-length'] = String(image.sizeBytes);
  return new Response(isHead ? null : image.read(), { headers });
}

function nothingThere(): Response {
  return new Response('There is no such picture\n', {
    status: 404,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
