import type { StoredPrice } from '../../db/schema/usage.ts';
import type { ModelRequest, ModelUsage } from '../../ports/model.ts';

/** What a use took, of which some may be estimated. */
export interface Amounts extends ModelUsage {
  readonly pictures?: number;
  /** Of sound that was written down. */
  readonly seconds?: number;
  /** The provider reported nothing. */
  readonly estimated?: boolean;
}

/**
 * Bytes in UTF-8 that come to a token where nobody reports them. That comes near the count of English, Chinese, Arabic and
 * Cyrillic alike, and takes no time for a long chat.
 */
export const bytesPerToken = 4;

/** Tokens of texts by that measure. */
export const estimatedTokens = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / bytesPerToken);

/** Tokens of all that a request holds in words, by that measure. */
export const tokensOfRequest = ({ system, turns, prompt, recalled = '', files = [] }: ModelRequest): number =>
  estimatedTokens([
    system,
    prompt,
    recalled,
    ...turns.map(({ content }) => content),
    ...files.map(({ document }) => document?.text ?? ''),
  ]);

/** Nothing was used. */
export const noAmounts: Amounts = { input: 0, output: 0, cached: 0, thought: 0 };

/** A million of these are a US dollar. */
export const microsOfDollars = (dollars: number): number => Math.round(dollars * 1_000_000);

/**
 * What a use cost, in micro-dollars: a price in dollars for a million tokens is one in micro-dollars for a token. Without
 * prices of their own, tokens of the cache cost what others do. Never below zero, whatever a provider reports.
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
