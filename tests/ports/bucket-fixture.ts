/**
 * A bucket for tests: a local emulator of S3, behind a door that notes what it is asked and can be told to misbehave.
 *
 * The emulator takes every key and signature, and forgets cache headers. What depends on those is told from the requests
 * that the door noted, and from answers that a test gives itself, in the words of S3.
 */
import { createServer, type IncomingHttpHeaders, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from 'emulate';
import type { S3Settings } from '#server/adapters/images/s3.ts';
import { freePort } from '../free-port.ts';

export type Asked = { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders };

export type TestBucket = {
  readonly settings: S3Settings;
  /** Every request since it was last emptied. */
  readonly asked: Asked[];
  /** Answers a request itself, where it gives true; the emulator answers all others. */
  intercept: ((asked: Asked, answer: ServerResponse) => boolean) | undefined;
  /** The keys of what is kept. */
  keys(): Promise<readonly string[]>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
};

const BUCKET = 'parts-pictures';

export async function openTestBucket(): Promise<TestBucket> {
  const emulator = await createEmulator({
    service: 'aws',
    port: await freePort(),
    seed: { aws: { region: 'eu-central-1', s3: { buckets: [{ name: BUCKET, region: 'eu-central-1' }] } } },
  });
  const asked: Asked[] = [];
  const door = createServer((incoming, outgoing) => {
    const one = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers };
    asked.push(one);
    if (bucket.intercept?.(one, outgoing) === true) {
      incoming.resume();
      return;
    }
    const onward = request(
      `${emulator.url}${one.path}`,
      { method: one.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;

  const bucket: TestBucket = {
    settings: {
      bucket: BUCKET,
      region: 'eu-central-1',
      endpoint: `http://127.0.0.1:${port}`,
      pathStyle: true,
      credentials: { accessKeyId: 'AKIDFORTESTS', secretAccessKey: 'secret-for-tests' },
      timeoutsMs: { connect: 500, answer: 400, silence: 400 },
    },
    asked,
    intercept: undefined,
    async keys() {
      const list = await (await fetch(`${emulator.url}/${BUCKET}?list-type=2`)).text();
      return [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key).toSorted();
    },
    async remove(key) {
      await fetch(`${emulator.url}/${BUCKET}/${key}`, { method: 'DELETE' });
    },
    async close() {
      await closed(door);
      await emulator.close();
    },
  };
  return bucket;
}

/** S3's words for an error. */
export function s3Error(answer: ServerResponse, status: number, code: string): true {
  answer.writeHead(status, { 'content-type': 'application/xml' });
  answer.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
  );
  return true;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
