/** The settings of telemetry: where traces and metrics go. */
import * as z from 'zod';

const address = z
  .string()
  .refine((value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol), {
    error: 'must be a URL that begins with http:// or https://',
  });
const port = z
  .string()
  .regex(/^\d+$/, 'must be a whole number')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be from 1 to 65535');

/** The variables, as part of the environment. Names that begin with OTEL are OpenTelemetry's own. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
} as const;

const Variables = z.object(telemetryVariables);

/** Where telemetry goes: to a collector, to whoever asks a port of its own, or both. */
export type TelemetryChoice = {
  readonly endpoint: string | undefined;
  /** The share of requests that are traced, 0 to 1. */
  readonly traceShare: number;
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
};

/** Undefined where it goes nowhere. */
export function telemetrySettings(variables: z.output<typeof Variables>): TelemetryChoice | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, METRICS_PORT: metricsPort } = variables;
  if (endpoint === undefined && metricsPort === undefined) return undefined;
  return {
    endpoint,
    traceShare: variables.OTEL_TRACES_SAMPLER_ARG,
    metrics: metricsPort === undefined ? undefined : { host: variables.METRICS_HOST, port: metricsPort },
  };
}
