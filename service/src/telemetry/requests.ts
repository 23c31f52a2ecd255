import { metrics, ROOT_CONTEXT, type Context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { onEnd } from './on-end.ts';

/** W3C Trace Context: `00-<trace id>-<span id>-<flags>`. */
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const parentOf = ({ headers }: FastifyRequest): Context => {
  const [, traceId, spanId, flags = '00'] = traceparent.exec(String(headers['traceparent'] ?? '')) ?? [];
  return traceId && spanId
    ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
    : ROOT_CONTEXT;
};

/**
 * Bounds of the duration's buckets in seconds, as in OpenTelemetry's HTTP conventions. Without them the SDK takes bounds
 * for milliseconds, whatever the unit, and all answers within 5 seconds share one bucket.
 */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Records a span and a duration for each request, with the names of OpenTelemetry's HTTP conventions: route pattern,
 * method and status, and `atrium.aborted` if the client left first. It records no address, no query and nothing about the user.
 */
export const addTelemetry = (app: FastifyInstance): void => {
  const tracer = trace.getTracer('atrium');
  const durations = metrics.getMeter('atrium').createHistogram('http.server.request.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: bounds },
  });
  const spans = new WeakMap<FastifyRequest, Span>();
  const attributesOf = ({ routeOptions }: FastifyRequest) => ({
    'http.request.method': String(routeOptions.method ?? 'GET'),
    'http.route': routeOptions.url ?? 'none',
  });
  app.addHook('onRequest', async (request) => {
    const attributes = attributesOf(request);
    const name = `${attributes['http.request.method']} ${attributes['http.route']}`;
    spans.set(request, tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parentOf(request)));
  });
  onEnd(app, (request, reply, aborted) => {
    // Without headers, no status was sent.
    const ended = {
      ...(reply.raw.headersSent ? { 'http.response.status_code': reply.statusCode } : {}),
      ...(aborted ? { 'atrium.aborted': true } : {}),
    };
    const span = spans.get(request);
    span?.setAttributes(ended);
    if (reply.raw.headersSent && reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    durations.record(reply.elapsedTime / 1000, { ...attributesOf(request), ...ended });
  });
};
