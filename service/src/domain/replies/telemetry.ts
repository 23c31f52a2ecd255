import { metrics, trace } from '@opentelemetry/api';

/**
 * Bounds of the duration's buckets in seconds. Without them the SDK takes bounds for milliseconds, whatever the unit, and
 * most replies share one bucket.
 */
const bounds = [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600];

/** Records how a reply ended: `complete`, `stopped`, or `failed`. */
type Ended = (outcome: string) => void;

/**
 * Records a span and a duration per reply and the number of running replies, by mode and outcome, never any content.
 */
export const measureReplies = (running: () => number): ((mode: string) => Ended) => {
  const tracer = trace.getTracer('atrium');
  const meter = metrics.getMeter('atrium');
  const durations = meter.createHistogram('atrium.reply.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: bounds },
  });
  meter.createObservableGauge('atrium.replies.running').addCallback((result) => result.observe(running()));
  return (mode) => {
    const since = performance.now();
    const span = tracer.startSpan('reply', { attributes: { 'atrium.reply.mode': mode } });
    return (outcome) => {
      span.setAttribute('atrium.reply.outcome', outcome).end();
      const attributes = { 'atrium.reply.mode': mode, 'atrium.reply.outcome': outcome };
      durations.record((performance.now() - since) / 1000, attributes);
    };
  };
};
