/** Reads server-sent events of our own server. */

type Frame = { readonly event: string; readonly data: string };

function frameOf(text: string): Frame {
  let event = 'message';
  const data: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    else if (line.startsWith('event:')) event = line.slice(6).trim();
  }
  return { event, data: data.join('\n') };
}

/** The blocks of a stream, each ended by an empty line. */
async function* blocksOf(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      yield text.slice(0, end);
      text = text.slice(end + 2);
    }
  }
}

/**
 * The events of an answer, one value after the other. Leaving the loop closes the connection.
 *
 * @param errorOfProblem makes the error of a stream that the server broke off with a problem.
 * @param errorOfConnection makes the error of a connection that broke before the stream was complete.
 */
export async function* readEvents(
  response: Response,
  errorOfProblem: (body: unknown) => Error,
  errorOfConnection: (cause: unknown) => Error,
): AsyncGenerator<unknown, void, undefined> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const blocks = blocksOf(reader);
  try {
    for (;;) {
      const next = await blocks.next().catch((error: unknown) => {
        throw errorOfConnection(error);
      });
      if (next.done === true) throw errorOfConnection(new Error('The stream ended early'));
      const { event, data } = frameOf(next.value);
      if (event === 'end') return;
      if (event === 'error') throw errorOfProblem(JSON.parse(data));
      if (data !== '') yield JSON.parse(data);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
