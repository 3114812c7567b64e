/** Traces and metrics as a collector and Prometheus get them; and that a shop without them has none of it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { chooseTelemetry } from '#main/choose-telemetry.ts';
import { readConfig } from '#server/platform/config.ts';
import { watchJob } from '#server/platform/telemetry.ts';
import { makePart } from '../factories/parts.ts';
import { freePort } from '../free-port.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

const Attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.union([z.string(), z.number()]).optional(),
  }),
});
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(Attribute),
});
const Traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

let shop: TestShop;
let admin: Person;
let collector: Server;
let spans: z.output<typeof Span>[] = [];
let metricsAt: string;
let stopTelemetry: () => Promise<void>;
const paths = new Set<string>();

beforeAll(async () => {
  collector = createServer((request, response) => {
    paths.add(request.url ?? '');
    void json(request).then((body) => {
      if (request.url === '/v1/traces') {
        const { resourceSpans } = Traces.parse(body);
        spans = [
          ...spans,
          ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
        ];
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  shop = await openTestShop({ env: { ANSWER_CACHE_MB: '8' } });
  admin = await shop.person('admin');
  const port = await freePort();
  metricsAt = `http://127.0.0.1:${port}`;
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    METRICS_PORT: String(port),
  });
  const telemetry = await chooseTelemetry(config, shop.databases, () => shop.shop.answers.figures());
  stopTelemetry = () => telemetry.stop();
});
afterAll(async () => {
  await shop.close();
  collector.close();
  collector.closeAllConnections();
});

const attributesOf = ({ attributes }: z.output<typeof Span>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

it('tells Prometheus of requests by operation, connections, jobs, orders, memory and timers, and nobody of people', async () => {
  const partId = await makePart(shop, admin);
  const order = { partId, orderQuantity: 1, address: '99 Secret Road', phone: '+880 1' };
  await shop.call('POST', '/order', { token: admin.token, body: order });
  await shop.call('GET', '/search?q=no-such-thing-at-all');
  await shop.call('GET', '/status', { token: 'not a token' });
  await wait(50);
  const response = await fetch(`${metricsAt}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  expect(text).toMatch(
    /http_server_request_duration_count\{[^}]*http_route="orderPlace"[^}]*status_code="201"[^}]*\} 1/,
  );
  expect(text).toMatch(/http_server_request_duration_bucket\{[^}]*http_route="statusGet"[^}]*le="0\.1"/);
  expect(text).toMatch(/db_client_operation_duration_count\{[^}]*outcome="done"/);
  expect(text).toMatch(/db_client_connection_count\{[^}]*pool="write",state="idle"[^}]*\} \d/);
  expect(text).toMatch(/mainshaft_queue_jobs\{[^}]*job="mail-about-order",state="waiting"[^}]*\} 1/);
  expect(text).toMatch(/mainshaft_queue_oldest\{[^}]*job="mail-about-order"/);
  expect(text).toMatch(/mainshaft_happenings_total\{[^}]*thing="order",outcome="placed"[^}]*\} 1/);
  expect(text).toMatch(/mainshaft_happenings_total\{[^}]*thing="search",outcome="without hits"[^}]*\} 1/);
  const { hits, misses } = shop.shop.answers.figures();
  expect(text).toMatch(new RegExp(`mainshaft_answers_given_total\\{[^}]*how="kept"[^}]*\\} ${hits}\\b`));
  expect(text).toMatch(new RegExp(`mainshaft_answers_given_total\\{[^}]*how="made"[^}]*\\} ${misses}\\b`));
  expect(text).toMatch(/mainshaft_answers_size(\{[^}]*\})? [1-9]/);
  expect(text).toMatch(/nodejs_eventloop_delay\{[^}]*quantile="0\.99"/);
  expect(text).toMatch(/process_memory_usage\{[^}]*kind="resident"[^}]*\} \d{8}/);
  expect(text).not.toMatch(/Secret|example\.test/);
  expect((await fetch(`${metricsAt}/`)).status).toBe(404);
  expect((await fetch(`${shop.url}/metrics`)).status).toBe(404);
});

it("puts statements and outgoing calls below their request, and the request below its caller's own trace", async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await shop.call('GET', '/parts', {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'asked-by-a-test' },
  });
  const partId = await makePart(shop, admin);
  const order = { partId, orderQuantity: 1, address: '1 Road', phone: '+880 1' };
  const { body } = await shop.call('POST', '/order', { token: admin.token, body: order });
  const { orderId } = body as { orderId: string };
  await shop.call('POST', '/create-payment-intent', { token: admin.token, body: { orderId } });
  await watchJob({ job: 'expire-order', jobId: 'a job' }, async () => {
    await shop.databases.write.selectFrom('part').select('id').limit(1).execute();
  });
  await watchJob({ job: 'fails', jobId: 'b' }, () =>
    Promise.reject(new TypeError('for j@example.test')),
  ).catch(() => {});
  await wait(50);
  await stopTelemetry();
  expect([...paths].toSorted()).toEqual(['/v1/metrics', '/v1/traces']);

  const request = spans.find(({ name }) => name === 'GET partsList');
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 });
  expect(request && attributesOf(request)).toMatchObject({
    'request.id': 'asked-by-a-test',
    'http.response.status_code': 200,
  });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(below.map(({ name }) => name)).toContain('SELECT');

  const pay = spans.find(({ name }) => name === 'POST paymentIntentCreate');
  const calls = spans.filter(({ parentSpanId }) => parentSpanId === pay?.spanId).map(({ name }) => name);
  expect(calls).toContainEqual(expect.stringMatching(/^POST 127\.0\.0\.1:\d+$/));
  const job = spans.find(({ name }) => name === 'expire-order');
  expect(job).toMatchObject({ kind: 5 });
  expect(spans.some(({ parentSpanId, name }) => parentSpanId === job?.spanId && name === 'SELECT')).toBe(
    true,
  );
  const failed = spans.find(({ name }) => name === 'fails');
  expect(failed && attributesOf(failed)).toMatchObject({ 'error.type': 'TypeError' });
  // Sending them was not traced itself, and nothing in them is of a person.
  const port = (collector.address() as AddressInfo).port;
  expect(spans.filter(({ name }) => name.endsWith(`:${port}`))).toEqual([]);
  expect(JSON.stringify(spans)).not.toMatch(/example\.test|1 Road/);
});

it('is not there after it has stopped', async () => {
  const before = spans.length;
  await shop.call('GET', '/parts');
  await wait(50);
  expect(spans).toHaveLength(before);
  await expect(fetch(`${metricsAt}/metrics`)).rejects.toThrow();
});

it('is off unless it is asked for', () => {
  expect(readConfig({}).telemetry).toBeUndefined();
  expect(readConfig({ METRICS_PORT: '9464' }).telemetry).toEqual({
    endpoint: undefined,
    traceShare: 1,
    metrics: { host: '127.0.0.1', port: 9_464 },
  });
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('must be a URL');
  expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '1.5' })).toThrow('from 0 to 1');
  expect(() => readConfig({ METRICS_PORT: '0' })).toThrow('METRICS_PORT must be from 1');
});
