import { once } from 'node:events';
import { createServer } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '#main/http-server.ts';
import { holdPort, nextFreePort } from '#server/platform/free-port.ts';

async function occupy(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

/** As a shop has it that is being prepared. */
async function hold(wanted?: number) {
  const held = await holdPort({ wanted, host: '127.0.0.1' });
  onTestFinished(() => held.release());
  return held;
}

it('takes the wanted port, or names who has it', async () => {
  const wanted = await nextFreePort(23_000, '127.0.0.1');
  const { port, note, release } = await hold(wanted);
  expect({ port, note }).toEqual({ port: wanted, note: undefined });
  await release();
  await occupy(wanted);
  await expect(holdPort({ wanted, host: '127.0.0.1' })).rejects.toThrow(
    `PORT ${wanted} is taken by process ${process.pid} (`,
  );
});

it('takes 3000 or the next free one, and says which', async () => {
  const first = await hold();
  await first.release();
  await occupy(first.port);
  const next = await hold();
  expect(next.port).toBeGreaterThan(first.port);
  expect(next.note).toContain(`${next.port} is used instead`);
});

it('holds it, so that shops that start at the same time have one each', async () => {
  const held = await Promise.all([hold(), hold(), hold()]);
  const ports = held.map(({ port }) => port);
  expect(new Set(ports).size).toBe(ports.length);
  await expect(hold(ports[0])).rejects.toThrow(`PORT ${ports[0]} is taken by process ${process.pid} (`);
  await held[0]?.release();
  expect((await hold(ports[0])).port).toBe(ports[0]);
});

it('sends away whoever connects before the shop listens, and is handed over to it', async () => {
  const { port, socket, release } = await hold();
  const ask = () => fetch(`http://127.0.0.1:${port}/`);
  await expect(ask()).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
  const server = await listen(
    new Hono<{ Bindings: HttpBindings }>().get('/', (c) => c.text('open')),
    socket,
  );
  expect(await (await ask()).text()).toBe('open');
  await server.stop();
  await release();
  await expect(ask()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

it('says when the host is not an address of this machine', async () => {
  await expect(holdPort({ wanted: 23_999, host: '192.0.2.1' })).rejects.toThrow('HOST 192.0.2.1');
});
