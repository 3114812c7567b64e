import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { warmUpHome } from '#main/warm-up.ts';

test('home is asked for once, as a browser asks, and not any more once that is left', async () => {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.end('home');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const leave = warmUpHome(address);
  leave();
  warmUpHome(address);
  await once(server, 'request');
  // Both would have come by now.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked.map(({ method, url, headers }) => [method, url, headers['accept-encoding']])).toEqual([
    ['GET', '/', 'gzip, deflate, br, zstd'],
  ]);
  const closed = once(server, 'close');
  server.close();
  // Nothing keeps its connection.
  await closed;
  expect(asked).toHaveLength(1);
});

test('a shop that goes away when it is asked is nobody’s fault', async () => {
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  process.once('uncaughtException', note);
  const server = createServer((request) => request.socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  warmUpHome(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [asked] = (await once(server, 'request')) as [IncomingMessage];
  await once(asked.socket, 'close');
  // The other end learns it a turn later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off('uncaughtException', note);
  expect(failures).toEqual([]);
  server.close();
});
