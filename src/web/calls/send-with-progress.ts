/** Sends a request and says how much of it is there. */

/**
 * What `fetch` does, by the older interface: it alone tells how far an upload has come. `onProgress` is told the share of
 * the bytes that have been sent, from 0 to 1.
 */
export function sendWithProgress(
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
