/** A server that stops: what is under way is finished, and nobody can keep it from stopping. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { listen } from '#main/http-server.ts';

const PORT = 3977;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = () =>
  new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port: PORT, agent }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => resolve(text));
      answer.on('error', reject);
    }).on('error', reject);
  });

it('finishes the request under way, and is not kept by a client that goes on asking', async () => {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return c.text('done');
  });
  const server = await listen(app, { host: '127.0.0.1', port: PORT });
  expect(await ask()).toBe('done');

  let finished = 0;
  const askOn = async (): Promise<void> => {
    await ask();
    finished += 1;
    await askOn();
  };
  const asking = askOn().catch(() => 'refused');
  await new Promise((resolve) => setTimeout(resolve, 30));
  await server.stop();
  expect(await asking).toBe('refused');
  // The one that was under way; a few more, where the system let them in before.
  expect(finished).toBeGreaterThan(0);
  expect(finished).toBeLessThan(10);
  agent.destroy();
});

it('lets an answer that is on its way go out whole to somebody slow', async () => {
  // More than the system takes off the server's hands.
  const whole = 'x'.repeat(30_000_000);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/', (c) => c.text(whole));
  const server = await listen(app, { host: '127.0.0.1', port: PORT });
  const sent = request({ host: '127.0.0.1', port: PORT, agent: new Agent({ keepAlive: true }) }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const stopped = server.stop();
  await wait(300);
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) bytes += piece.length;
  expect(bytes).toBe(whole.length);
  await stopped;
});

describe('a body that comes slowly', () => {
  const patience = { wholeMs: 300, silentFileMs: 1_500 };
  async function open() {
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.post('*', async (c) => c.text(String((await c.req.text()).length)));
    return listen(app, { host: '127.0.0.1', port: PORT }, { patience });
  }
  /** Sends so many pieces, one every 100 ms; what is answered, or that the connection broke. */
  async function send(path: string, pieces: number, everyMs = 100): Promise<string> {
    const sent = request({ host: '127.0.0.1', port: PORT, path, method: 'POST' });
    const answered = once(sent, 'response').then(async ([answer]) => {
      let text = '';
      for await (const piece of answer as AsyncIterable<Buffer>) text += piece.toString();
      return text;
    });
    const outcome = answered.catch(() => 'broken off');
    for (let at = 0; at < pieces; at += 1) {
      sent.write('x');
      await wait(everyMs);
    }
    sent.end();
    return outcome;
  }

  it('is broken off, but for files, which may take as long as they need while something comes', async () => {
    const server = await open();
    try {
      expect(await send('/api/order', 6)).toBe('broken off');
      expect(await send('/api/order', 1)).toBe('1');
      expect(await send('/api/imports?fileName=long.csv', 10)).toBe('10');
      expect(await send('/api/imports?fileName=silent.csv', 2, 2_500)).toBe('broken off');
    } finally {
      await server.stop();
    }
  });
});

it('a body that is not announced is an empty one, on a connection that is then asked again', async () => {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post('/read', async (c) => c.text(`${(await c.req.text()).length} read\n`));
  app.post('/unread', (c) => c.text('unread\n'));
  const server = await listen(app, { host: '127.0.0.1', port: PORT });
  try {
    const socket = connect(PORT, '127.0.0.1').setEncoding('latin1');
    const answers = socket.iterator();
    for (const path of ['read', 'unread', 'read']) {
      socket.write(`POST /${path} HTTP/1.1\r\nhost: shop\r\n\r\n`);
      let text = '';
      while (!text.endsWith('read\n')) text += String((await answers.next()).value);
      expect(text).toMatch(path === 'read' ? /\r\n\r\n0 read\n$/ : /\r\n\r\nunread\n$/);
    }
    socket.destroy();
  } finally {
    await server.stop();
  }
});
