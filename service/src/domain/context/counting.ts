import { hash } from 'node:crypto';
import type { ModelEntry } from '../../ports/model-catalog.ts';
import type { ModelRequest, ModelUsage } from '../../ports/model.ts';
import type { LoadTokenizer, Tokenize, TokenizerName } from '../../ports/tokenizers.ts';
import type { ErrorLog } from '../../log.ts';
import { nextFactor, type TextKind } from './estimate.ts';
import type { Factors } from './factors.ts';
import { estimateOf, kindOfText } from './cached-estimates.ts';
import { textsOf } from './request-texts.ts';
import { type CountTokens, frame } from './tokens.ts';

/** Counts the tokens of one request with its model's tokenizer. */
export interface TokenCounter {
  readonly count: CountTokens;
  /** Whether everything counted so far is exact. */
  readonly exact: () => boolean;
}

/** Token counting for all models. */
export interface Counting {
  /** The counter for one request to that model; the plain estimate for an unknown model. */
  counterFor(model: string | undefined): TokenCounter;
  /** Learns from what the provider counted for a request. Requests with pictures are ignored. */
  observe(model: string, request: ModelRequest, usage: ModelUsage): void;
  /** Stores what was learned. */
  close(): Promise<void>;
}

export const estimated: TokenCounter = { count: estimateOf, exact: () => false };

/**
 * The characters that a request may tokenize synchronously. The remainder is estimated and counted in the background.
 */
const maxSynchronous = 8000;
/** The number of texts whose token counts are cached, and of characters that may wait to be counted. */
const maxCached = 50_000;
const maxWaiting = 4_000_000;
/** Longer texts are estimated, because no message is that long. */
const longest = 400_000;

const keyOf = (text: string): string => hash('sha1', text, 'base64');

/** Caches token counts by text hashes. Texts that are counted in the background are counted one at a time. */
const cachingCounter = (tokenize: Tokenize, exact: (text: string) => boolean) => {
  const known = new Map<string, number>();
  const waiting = new Map<string, string>();
  let waitingCharacters = 0;
  let working = false;
  const put = (key: string, text: string): number => {
    const tokens = tokenize(text);
    if (known.size >= maxCached) known.delete(known.keys().next().value!);
    known.set(key, tokens);
    return tokens;
  };
  const work = (): void => {
    const next = waiting.entries().next().value;
    if (!next) return void (working = false);
    const [key, text] = next;
    waiting.delete(key);
    waitingCharacters -= text.length;
    put(key, text);
    setImmediate(work);
  };
  const countInBackground = (key: string, text: string): void => {
    if (waiting.has(key) || waitingCharacters + text.length > maxWaiting || !exact(text)) return;
    waiting.set(key, text);
    waitingCharacters += text.length;
    if (working) return;
    working = true;
    setImmediate(work);
  };
  return (): TokenCounter => {
    let left = maxSynchronous;
    let usedEstimate = false;
    return {
      exact: () => !usedEstimate,
      count(text, most) {
        if (text === '') return frame;
        const key = keyOf(text);
        const tokens = known.get(key);
        if (tokens !== undefined) return tokens + frame;
        if (text.length <= left) {
          left -= text.length;
          return put(key, text) + frame;
        }
        usedEstimate = true;
        countInBackground(key, text);
        return estimateOf(text, most);
      },
    };
  };
};

/** The plain estimate times the ratio of counted to estimated tokens of earlier requests, by kind of text. */
const factorCounter = (factorOf: (kind: TextKind) => number): TokenCounter => ({
  exact: () => false,
  count(text, most = Number.POSITIVE_INFINITY) {
    const factor = factorOf(kindOfText(text));
    return Math.ceil(estimateOf(text, most / factor) * factor);
  },
});

/** A request updates a factor if it has this many tokens, and this part of them is one kind of text. */
const minSampleTokens = 300;
const minSampleShare = 0.9;

/**
 * The estimated tokens of a request and the kind of text of nearly all of it; undefined if it is mixed, short, or has
 * pictures.
 */
const sampleOf = (request: ModelRequest) => {
  if (request.files?.some(({ picture }) => picture)) return undefined;
  const byKind = new Map<TextKind, number>();
  for (const text of textsOf(request).filter((one) => one !== ''))
    byKind.set(kindOfText(text), (byKind.get(kindOfText(text)) ?? 0) + estimateOf(text));
  const all = [...byKind.values()].reduce((sum, tokens) => sum + tokens, 0);
  const [most] = [...byKind].toSorted(([, a], [, b]) => b - a);
  return most && all >= minSampleTokens && most[1] >= all * minSampleShare ? { kind: most[0], all } : undefined;
};

/** OpenAI's models from before GPT-4o. */
const olderModels = /^(?:gpt-3\.5|gpt-4(?:$|-|_)|text-embedding)/;
const openAis = new Set(['openai', 'azure']);

/** The tokenizer of a model: as configured, or else by its provider and name. */
export const tokenizerOf = ({ tokenizer, provider, name }: ModelEntry): TokenizerName | 'estimate' => {
  if (tokenizer) return tokenizer;
  const model = name.split('/').at(-1)!.toLowerCase();
  if (!openAis.has(provider)) return model.startsWith('gpt-oss') ? 'o200k' : 'estimate';
  return olderModels.test(model) ? 'cl100k' : 'o200k';
};

interface CountingOptions {
  readonly find: (model: string | undefined) => ModelEntry | undefined;
  readonly load: LoadTokenizer;
  readonly factors: Factors;
  readonly log: ErrorLog;
}

/**
 * Counts tokens for the models that `find` knows: with their tokenizers, or with an estimate that learns from what
 * providers report.
 */
export const createCounting = ({ find, load, factors, log }: CountingOptions): Counting => {
  const loaded = new Map<TokenizerName, (() => TokenCounter) | 'loading'>();
  const counters = (name: TokenizerName): TokenCounter => {
    const ready = loaded.get(name);
    if (typeof ready === 'function') return ready();
    if (ready === undefined) {
      loaded.set(name, 'loading');
      load(name).then(
        (tokenize) =>
          loaded.set(
            name,
            cachingCounter(tokenize, (text) => text.length <= longest),
          ),
        (error: unknown) => {
          log.error({ err: error, tokenizer: name }, 'A tokenizer could not be loaded: tokens are estimated.');
        },
      );
    }
    // Requests are estimated until the tokenizer is loaded.
    return estimated;
  };
  return {
    counterFor(model) {
      const entry = find(model);
      if (!entry) return estimated;
      const tokenizer = tokenizerOf(entry);
      return tokenizer === 'estimate' ? factorCounter((kind) => factors.of(entry.id, kind)) : counters(tokenizer);
    },
    observe(model, request, { input }) {
      const entry = find(model);
      if (!entry || tokenizerOf(entry) !== 'estimate' || input <= 0) return;
      const sample = sampleOf(request);
      if (!sample) return;
      const { kind, all } = sample;
      factors.put(model, kind, nextFactor(kind, factors.of(model, kind), input / all));
    },
    close: () => factors.close(),
  };
};
