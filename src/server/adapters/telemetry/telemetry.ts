/**
 * OpenTelemetry: traces and metrics to a collector (OTLP over HTTP), and metrics for Prometheus on a port of their own.
 * Loaded only where a setting asks for it.
 */
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, type MetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { SetupError } from '#server/platform/setup-error.ts';
import { type Figures, measureAll } from './metrics.ts';
import type { OutgoingCall } from './outgoing.ts';
import { traceAll } from './traces.ts';

export type TelemetrySettings = {
  /** The collector's address, such as `http://127.0.0.1:4318`; undefined: nothing is sent. */
  readonly endpoint: string | undefined;
  /** The share of requests that are traced, 0 to 1, where the caller does not say. */
  readonly traceShare: number;
  /** Where Prometheus asks; undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly service: { readonly name: string; readonly version: string };
  readonly figures: Figures;
};

export type Telemetry = {
  /** Sends what is left (5 s at most) and lets go of the port. */
  stop(): Promise<void>;
};

const EXPORT_EVERY_MS = 15_000;
const LAST_EXPORT_WITHIN_MS = 5_000;

/** @throws SetupError when the port for metrics can't be had */
export async function openTelemetry(settings: TelemetrySettings): Promise<Telemetry> {
  const { endpoint, service } = settings;
  const resource = resourceFromAttributes({
    'service.name': service.name,
    'service.version': service.version,
    'service.instance.id': `${hostname()}-${process.pid}`,
  });
  const base = endpoint?.replace(/\/+$/, '');
  const ownHost = base === undefined ? undefined : new URL(base).host;
  const isOurs = ({ host }: OutgoingCall) => host === ownHost;
  const stops: (() => Promise<void> | void)[] = [];

  const readers: MetricReader[] = [];
  if (settings.metrics !== undefined) {
    const prometheus = new PrometheusExporter({ preventServerStart: true });
    readers.push(prometheus);
    stops.push(await serveMetrics(prometheus, settings.metrics));
  }
  if (base !== undefined) {
    const exporter = new OTLPMetricExporter({ url: `${base}/v1/metrics` });
    readers.push(new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: EXPORT_EVERY_MS }));
    const tracers = new TracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.traceShare) }),
      spanProcessors: [
        new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${base}/v1/traces` }) }),
      ],
    });
    stops.push(traceAll(tracers.getTracer('mainshaft'), isOurs), () => tracers.shutdown());
  }
  const meters = new MeterProvider({ resource, readers });
  stops.push(measureAll(meters.getMeter('mainshaft'), settings.figures, isOurs), () => meters.shutdown());
  return {
    async stop() {
      const patience = new Promise<void>((resolve) => setTimeout(resolve, LAST_EXPORT_WITHIN_MS).unref());
      // A collector that is away is no reason to stay.
      await Promise.race([Promise.allSettled(stops.map(async (stop) => stop())), patience]);
    },
  };
}

/** Only `/metrics` is there, on an address that the public does not reach. */
async function serveMetrics(
  prometheus: PrometheusExporter,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] === '/metrics' && request.method === 'GET')
      return prometheus.getMetricsRequestHandler(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new SetupError(`METRICS_PORT ${port} can't be listened on: ${cause.message}`, { cause })),
    );
    server.listen(port, host, () => resolve());
  });
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
