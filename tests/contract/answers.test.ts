/** Answers that are kept, files, redirects and events, over real HTTP. */
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { as, type Serving, startServing } from './serving.ts';

let shop: Serving;
const closing = new AbortController();
beforeAll(async () => {
  shop = await startServing({ keepAliveSeconds: 0.02, closing: closing.signal });
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.log.length = 0;
  shop.seen.generatorClosed = false;
});

describe('answers that may be kept', () => {
  it('have a strong entity tag, and are sent once', async () => {
    const first = await shop.ask('/api/notes');
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers['cache-control']).toBe('no-cache');
    for (const match of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await shop.ask('/api/notes', { headers: { 'if-none-match': match } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
      expect(again.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-total-count': '3' });
      expect(again.headers['content-type']).toBeUndefined();
    }
    for (const match of ['"other"', tag.slice(1, -1), '', ',,,']) {
      expect((await shop.ask('/api/notes', { headers: { 'if-none-match': match } })).status).toBe(200);
    }
    expect((await shop.ask('/api/notes?limit=1')).headers.etag).not.toBe(tag);
  });

  it('say for how long, and who may keep them', async () => {
    expect((await shop.ask('/api/notes/one')).headers['cache-control']).toBe('max-age=60');
    const own = await shop.ask('/api/notes/one/special', { headers: as('customer') });
    expect(own.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'authorization' });
    expect((await shop.ask('/api/notes/nothing')).headers['cache-control']).toBe('no-store');
    const removed = await shop.ask('/api/notes/one', { method: 'DELETE', headers: as('customer') });
    expect([removed.status, removed.headers['cache-control'], removed.text]).toEqual([204, 'no-store', '']);
  });
});

describe('files and redirects', () => {
  it('sends bytes, under a name in any script', async () => {
    const answer = await shop.ask('/api/files/bytes');
    expect(answer.text).toBe('a,b\n1,2\n');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': '8',
      'content-disposition':
        'attachment; filename="Preise _2026_ _.csv"; filename*=UTF-8\'\'Preise%20%222026%22%20%C3%A4.csv',
    });
    const again = await shop.ask('/api/files/bytes', {
      headers: { 'if-none-match': String(answer.headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  it('sends streams, and breaks off where they fail', async () => {
    expect((await shop.ask('/api/files/stream')).text).toBe('a,b\n1,2\na,b\n1,2\n');
    await expect(shop.ask('/api/files/broken')).rejects.toThrow();
    expect(shop.log).toHaveLength(1);
  });

  it('sends no file of another type', async () => {
    expect((await shop.ask('/api/files/undeclared')).status).toBe(500);
    expect((await shop.ask('/api/files/other')).status).toBe(404);
  });

  it('sends elsewhere', async () => {
    const answer = await shop.ask('/api/go');
    expect([answer.status, answer.headers.location]).toEqual([303, '/elsewhere?q=%C3%A4']);
  });
});

const events = (mode: string) => shop.ask(`/api/ticks/${mode}`, { headers: as('customer') });

describe('events', () => {
  it('come with ids, and an end', async () => {
    const answer = await events('three');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    });
    expect(answer.text).toBe(
      `${[1, 2, 3].map((id) => `id: ${id}\ndata: {"id":${id},"text":"tick\\näö"}\n\n`).join('')}event: end\ndata:\n\n`,
    );
    expect(shop.seen.generatorClosed).toBe(true);
  });

  it('are refused like any call', async () => {
    expect((await shop.ask('/api/ticks/three')).status).toBe(401);
    expect((await events('none')).json).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await shop.ask('/api/ticks/endless', { method: 'HEAD', headers: as('customer') })).status).toBe(
      200,
    );
  });

  it('end with the problem where they fail', async () => {
    for (const mode of ['fails', 'wrong']) {
      const { text } = await events(mode);
      expect(text).toContain('event: error\ndata: {"type":"/api/problems#INTERNAL"');
      expect(text).not.toContain('secret');
      expect(text).not.toContain('event: end');
    }
    expect(shop.log).toHaveLength(2);
  });

  it.each(['endless', 'silent'])('are let go of when the client goes away (%s)', async (mode) => {
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const outgoing = request(
        {
          port: shop.port,
          host: '127.0.0.1',
          path: `/api/ticks/${mode}`,
          headers: as('customer'),
          agent: false,
        },
        (incoming) => {
          incoming.on('error', () => undefined);
          incoming.on('data', (chunk: Buffer) => {
            received += chunk.toString();
            if (received.includes(mode === 'silent' ? ': keep-alive\n\n' : 'id: 3')) {
              outgoing.destroy();
              resolve(received);
            }
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end();
    });
    expect(text).not.toBe('');
    await vi.waitFor(() => expect(shop.seen.generatorClosed).toBe(true), { timeout: 2_000 });
    expect(shop.log).toEqual([]);
  });

  it('end when the server closes', async () => {
    const answer = events('endless');
    await new Promise((resolve) => setTimeout(resolve, 30));
    closing.abort();
    expect((await answer).text).toMatch(/id: 1\n[\s\S]*event: end\ndata:\n\n$/);
  });
});
