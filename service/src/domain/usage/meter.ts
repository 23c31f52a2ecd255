import type { ModelEntry } from '../../ports/model-catalog.ts';
import type { MeteredUse, ModelUsage, UsageMeter, ModelPort } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { bytesPerToken, tokensOfRequest, type Amounts } from './amounts.ts';
import type { Counting } from '../context/counting.ts';

/**
 * Calls `count` at once if a running request is aborted, because nobody waits for its end. A request that is given up
 * because its model does not answer has failed, and is not counted. Returns a function for the end of the request.
 */
export const whenAborted = (signal: AbortSignal, count: () => void): (() => void) => {
  const listener = () => {
    if (!(signal.reason instanceof ModelFailure)) count();
  };
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
};

/** Wraps a model so that the meter of each request counts its replies, however they end. */
export const metered = (entry: ModelEntry, model: ModelPort, observe?: Counting['observe']): ModelPort => ({
  ...model,
  async *reply(request, signal) {
    const use = request.meter?.begin(entry.id, () => tokensOfRequest(request, entry));
    const ended = whenAborted(signal, () => use?.aborted());
    let thinking = false;
    try {
      for await (const event of model.reply(request, signal)) {
        if (event.type === 'usage') {
          use?.reported(event.usage);
          observe?.(entry.id, request, event.usage);
        }
        // A thought only summarizes the thinking before it, so it is not counted again.
        else if (event.type === 'text' || event.type === 'thinking' || (event.type === 'thought' && !thinking))
          use?.wrote(event.text);
        if (event.type === 'thinking' || event.type === 'thought') thinking = event.type === 'thinking';
        yield event;
      }
    } finally {
      ended();
    }
  },
});

export interface ModelAmounts extends Amounts {
  /** The model's id in the catalog. */
  readonly model: string;
}

export interface Meter extends UsageMeter {
  /** What was used so far, by model. A request that failed before its first word used nothing; an aborted one, its input. */
  readonly used: () => readonly ModelAmounts[];
}

interface Running {
  readonly model: string;
  readonly tokens: () => number;
  /** Bytes of the answer and its thoughts. */
  bytes: number;
  report: ModelUsage | undefined;
  pictures: number;
  aborted: boolean;
}

const amountsOf = ({ model, tokens, bytes, report, pictures, aborted }: Running): ModelAmounts[] => {
  if (report) return [{ ...report, model, pictures }];
  if (bytes > 0 || aborted)
    return [
      {
        model,
        pictures,
        input: tokens(),
        output: Math.ceil(bytes / bytesPerToken),
        cached: 0,
        thought: 0,
        estimated: true,
      },
    ];
  return pictures > 0 ? [{ model, pictures, input: 0, output: 0, cached: 0, thought: 0 }] : [];
};

const added = (a: ModelAmounts, b: ModelAmounts): ModelAmounts => ({
  model: a.model,
  input: a.input + b.input,
  output: a.output + b.output,
  cached: a.cached + b.cached,
  written: (a.written ?? 0) + (b.written ?? 0),
  thought: a.thought + b.thought,
  pictures: (a.pictures ?? 0) + (b.pictures ?? 0),
  estimated: a.estimated === true || b.estimated === true,
});

/** Counts the requests of one purpose. What a provider did not report is estimated from the texts. */
export const createMeter = (): Meter => {
  const requests: Running[] = [];
  return {
    begin(model, tokens): MeteredUse {
      const request: Running = { model, tokens, bytes: 0, report: undefined, pictures: 0, aborted: false };
      requests.push(request);
      return {
        wrote: (text) => void (request.bytes += Buffer.byteLength(text)),
        reported: (usage) => void (request.report = usage),
        drew: () => void (request.pictures += 1),
        aborted: () => void (request.aborted = true),
      };
    },
    used: () => {
      const byModel = Map.groupBy(requests.flatMap(amountsOf), ({ model }) => model);
      return [...byModel.values()].map((uses) => uses.reduce(added));
    },
  };
};
