import { metrics, trace } from '@opentelemetry/api';

/** Records how a reply ended: `complete`, `stopped`, or `failed`. */
type Ended = (outcome: string) => void;

/**
 * Records a span and a duration per reply and the number of running replies, by mode and outcome, never any content.
 */
export const measureReplies = (running: () => number): ((mode: string) => Ended) => {
  const tracer = trace.getTracer('atrium');
  const meter = metrics.getMeter('atrium');
  const durations = meter.createHistogram('atrium.reply.duration', { unit: 's' });
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
