import { metrics, trace } from '@opentelemetry/api';

/** How a reply ended: `complete`, `stopped` or `failed`. */
type Ended = (outcome: string) => void;

/** A span and a duration for each reply, and how many run: by mode and outcome, nothing of what they say. */
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
