import { setTimeout as pause } from 'node:timers/promises';
import { metrics, trace } from '@opentelemetry/api';

/** Milliseconds between two exports of metrics. */
const exportEvery = 15_000;
/** Milliseconds to send the remaining data at shutdown. */
const shutdownTimeout = 3000;

/**
 * Sends traces and metrics to the OpenTelemetry collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names, as OTLP over HTTP;
 * the other `OTEL_EXPORTER_OTLP_*` variables apply too. Without that variable nothing is loaded and nothing is
 * measured. Call it first: instruments use the provider that is registered when they are created. Returns how to shut
 * it down.
 */
export const openTelemetry = async (env: NodeJS.ProcessEnv): Promise<() => Promise<void>> => {
  if (!env['OTEL_EXPORTER_OTLP_ENDPOINT']) return () => Promise.resolve();
  const [traces, measures, { resourceFromAttributes }, { OTLPTraceExporter }, { OTLPMetricExporter }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
    ]);
  const resource = resourceFromAttributes({
    'service.name': env['OTEL_SERVICE_NAME'] ?? 'atrium',
    'service.instance.id': crypto.randomUUID(),
  });
  const tracers = new traces.TracerProvider({
    resource,
    spanProcessors: [new traces.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const meters = new measures.MeterProvider({
    resource,
    readers: [
      new measures.PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(),
        exportIntervalMillis: exportEvery,
      }),
    ],
  });
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  return async () => {
    // A collector that does not answer must not delay the shutdown.
    await Promise.race([Promise.allSettled([tracers.shutdown(), meters.shutdown()]), pause(shutdownTimeout)]);
  };
};
