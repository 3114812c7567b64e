/** An image host for tests, which notes what it is sent and answers what it is told to. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Upload = {
  readonly method: string;
  readonly url: URL;
  readonly form: FormData;
};

export type TestHost = {
  readonly uploadUrl: URL;
  readonly uploads: Upload[];
  /** What it answers; as a host does, until it is changed. */
  answer: (response: ServerResponse, upload: Upload) => void;
  close(): Promise<void>;
};

export const PICTURES_ORIGIN = 'https://pictures.host.example';

/** What a host answers that has kept a picture. */
export function keptAt(url: unknown): TestHost['answer'] {
  return (response) => sendJson(response, 200, { data: { id: '2ndCYJK', url }, success: true, status: 200 });
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export async function openTestHost(): Promise<TestHost> {
  const uploads: Upload[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const type = incoming.headers['content-type'] ?? '';
    const upload = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '', host.uploadUrl),
      form: await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData(),
    };
    uploads.push(upload);
    host.answer(outgoing, upload);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host: TestHost = {
    uploadUrl: new URL(`http://127.0.0.1:${port}/1/upload`),
    uploads,
    answer: keptAt(`${PICTURES_ORIGIN}/w42hCFN/part.webp`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return host;
}
