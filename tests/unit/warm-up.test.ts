import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { warmUpHome } from '#main/warm-up.ts';
import { freePort } from '../free-port.ts';

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
    ['GET', '/', 'br'],
  ]);
  const closed = once(server, 'close');
  server.close();
  // Nothing keeps its connection.
  await closed;
  expect(asked).toHaveLength(1);
});

test('a shop that is not there is nobody’s fault', async () => {
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  process.once('uncaughtException', note);
  warmUpHome(`http://127.0.0.1:${await freePort()}`);
  await new Promise((resolve) => setTimeout(resolve, 700));
  process.off('uncaughtException', note);
  expect(failures).toEqual([]);
});
