/** Shedding load: who is let in, who is asked to come back, and how they are told. */
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { shedLoad } from '#main/shed-load.ts';
import { type LoadGauge, loadGauge } from '#server/platform/load.ts';

const CALM = { delayMs: 2, heapUsed: 0.3 };
/** Lets so many in and keeps them. */
const fill = (gauge: LoadGauge, count: number) =>
  Array.from({ length: count }, () => gauge.enter('vital')).filter(
    (entered) => typeof entered === 'function',
  );

describe('requests under way', () => {
  it('are limited, and each that ends makes room for one', () => {
    const gauge = loadGauge({ maxInFlight: 3 });
    const [leave = () => {}] = fill(gauge, 3);
    expect(gauge.enter('usual')).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    leave();
    leave();
    expect(gauge.enter('usual')).toBeTypeOf('function');
    expect(gauge.enter('usual')).not.toBeTypeOf('function');
  });

  it('are twice as many where they are about orders and money', () => {
    expect(fill(loadGauge({ maxInFlight: 100 }), 300)).toHaveLength(200);
  });

  it('send others away for different times, so that they do not come back together', () => {
    const waits = [0, 0.3, 0.6, 0.99].map((chance) => {
      const gauge = loadGauge({ maxInFlight: 0 }, () => chance);
      return gauge.enter('usual');
    });
    expect(waits).toEqual([1, 2, 3, 4].map((retryAfterSeconds) => ({ retryAfterSeconds })));
  });
});

describe('an event loop that is late', () => {
  const late = { ...CALM, delayMs: 900 };

  it('sheds what is not vital where it stays so and there is much to do', () => {
    const gauge = loadGauge({ maxInFlight: 500 });
    fill(gauge, 64);
    gauge.note(late);
    expect(gauge.enter('usual')).toBeTypeOf('function');
    gauge.note(late);
    expect(gauge.enter('usual')).not.toBeTypeOf('function');
    expect(gauge.enter('vital')).toBeTypeOf('function');
    gauge.note(CALM);
    expect(gauge.enter('usual')).toBeTypeOf('function');
  });

  it('sends nobody away who is one of a few', () => {
    const gauge = loadGauge({ maxInFlight: 500 });
    for (let look = 0; look < 5; look += 1) gauge.note({ delayMs: 5_000, heapUsed: 0.99 });
    expect(fill(gauge, 10)).toHaveLength(10);
    expect(gauge.enter('usual')).toBeTypeOf('function');
  });
});

it('a heap that is nearly full sheds what is not vital where there is much to do', () => {
  const gauge = loadGauge({ maxInFlight: 500 });
  fill(gauge, 64);
  gauge.note({ ...CALM, heapUsed: 0.95 });
  expect(gauge.enter('usual')).not.toBeTypeOf('function');
});

describe('who is sent away', () => {
  const app = new Hono();
  app.use(shedLoad(loadGauge({ maxInFlight: 0 })));
  app.all('*', (c) => c.text('in'));

  it.each(['/api/parts', '/api/order', '/api/order/7'])(
    'of the API is told so as a problem: GET %s',
    async (path) => {
      const answer = await app.request(path);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    },
  );

  it('of the pages is shown one that says so, which has nothing to load', async () => {
    const answer = await app.request('/catalogue');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain('The shop is very busy just now');
  });

  it.each([
    ['POST', '/api/order'],
    ['PATCH', '/api/order/7'],
    ['DELETE', '/api/order/7'],
    ['POST', '/api/create-payment-intent'],
    ['POST', '/api/webhooks/stripe'],
  ])('is last of all somebody with money in hand: %s %s', async (method, path) => {
    const gauge = loadGauge({ maxInFlight: 1 });
    const busy = new Hono();
    busy.use(shedLoad(gauge));
    busy.all('*', (c) => c.text('in'));
    gauge.enter('usual');
    expect((await busy.request('/api/parts')).status).toBe(503);
    expect((await busy.request(path, { method })).status).toBe(200);
  });
});
