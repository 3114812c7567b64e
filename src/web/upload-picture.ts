/** Sends a picture to the shop and says how much of it is there. */
import { manifest } from '#contract/manifest.gen.ts';
import type { ShopTable } from '#contract/table.ts';
import { callTokens } from './access-token.ts';
import { httpClient } from './http-client.ts';

/** Ten megabytes through a thin line take minutes. */
const TIMEOUT_MS = 300_000;

/**
 * Uploads a picture and answers its address.
 *
 * @param onProgress is told the share of the bytes that have been sent, from 0 to 1; at 1 the shop still has work to do
 * @throws ApiError as every call does; `ABORTED` when `signal` gave it up, and then nothing is kept that anybody addresses
 */
export async function uploadPicture(
  file: File,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<string> {
  const client = httpClient<Pick<ShopTable, 'imagesUpload'>>(
    { imagesUpload: manifest.imagesUpload },
    {
      base: '/api',
      fetch: (input, init) => sendWithProgress(input, init, onProgress),
      authorization: (operation) => callTokens().tokenFor(operation),
      onUnauthorized: (operation, refused) => callTokens().renewAfter401(operation, refused),
      timeoutMs: TIMEOUT_MS,
    },
  );
  const { data } = await client.imagesUpload({ form: { image: file } }, { signal });
  return data.url;
}

/** What `fetch` does, by the older interface: it alone tells how far an upload has come. */
function sendWithProgress(
  input: RequestInfo | URL,
  init: RequestInit = {},
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    request.open(init.method ?? 'GET', input instanceof Request ? input.url : input);
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.responseType = 'arraybuffer';
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      const { status, statusText } = request;
      resolve(new Response(request.response, { status, statusText, headers: headersOf(request) }));
    };
    request.onerror = () => reject(new TypeError('the connection broke'));
    request.onabort = () => reject(new DOMException('given up', 'AbortError'));
    request.onloadend = () => init.signal?.removeEventListener('abort', giveUp);
    init.signal?.addEventListener('abort', giveUp);
    if (init.signal?.aborted === true) {
      reject(new DOMException('given up', 'AbortError'));
      return;
    }
    request.send(init.body instanceof ReadableStream ? null : (init.body ?? null));
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
