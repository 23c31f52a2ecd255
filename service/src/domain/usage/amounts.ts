import type { StoredPrice } from '../../db/schema/usage.ts';
import type { ModelEntry } from '../../ports/model-catalog.ts';
import type { ModelRequest, ModelUsage } from '../../ports/model.ts';
import { pictureTokens } from '../context/picture-tokens.ts';
import { textsOf } from '../context/request-texts.ts';

/** What one request to a model used; some of it may be estimated. */
export interface Amounts extends ModelUsage {
  readonly pictures?: number;
  /** Seconds of transcribed audio. */
  readonly seconds?: number;
  /** Whether the provider reported nothing, so that the amounts are estimates. */
  readonly estimated?: boolean;
}

/**
 * UTF-8 bytes per token when the provider reports nothing. This is close to real counts for English, Chinese, Arabic,
 * and Cyrillic alike, and is fast even for a long chat.
 */
export const bytesPerToken = 4;

/** The estimated tokens of texts. */
export const estimatedTokens = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / bytesPerToken);

/** The estimated tokens of a request: of its texts and, for a model that reads them, of its pictures. */
export const tokensOfRequest = (request: ModelRequest, entry?: Pick<ModelEntry, 'takes'>): number =>
  estimatedTokens(textsOf(request)) + (entry?.takes.includes('pictures') ? pictureTokens(request.files ?? []) : 0);

/** Nothing was used. */
export const noAmounts: Amounts = { input: 0, output: 0, cached: 0, thought: 0 };

/** Converts US dollars to micro-dollars. */
export const microsOfDollars = (dollars: number): number => Math.round(dollars * 1_000_000);

/**
 * The cost of a use in micro-dollars. A price in dollars per million tokens equals micro-dollars per token. Cached
 * tokens without a price of their own cost as much as others. Never negative, whatever a provider reports.
 */
export const costOf = (price: StoredPrice | undefined, used: Amounts): number => {
  if (!price) return 0;
  const { input, output, cached, written = 0, pictures = 0, seconds = 0 } = used;
  const plain = Math.max(0, input - cached - written);
  return Math.round(
    plain * price.input +
      cached * (price.cached ?? price.input) +
      written * (price.cacheWrite ?? price.input) +
      output * price.output +
      pictures * microsOfDollars(price.picture ?? 0) +
      (seconds / 60) * microsOfDollars(price.minute ?? 0),
  );
};
