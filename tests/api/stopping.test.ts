/** A server that stops: what is under way is finished, and nobody can keep it from stopping. */
import { Agent, get } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
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
  const startedMs = performance.now();
  await server.stop();
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  expect(await asking).toBe('refused');
  expect(finished).toBeGreaterThan(0);
  agent.destroy();
});
