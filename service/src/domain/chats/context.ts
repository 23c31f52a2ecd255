import type { ModelTurn } from '../../adapters/model/port.ts';

/** Tokens of the chat so far that a model is given; the newest messages count first. */
export const contextTokens = 24_000;
/** From this many tokens on a chat counts as long. */
export const longTokens = 16_000;

interface Exchange {
  readonly prompt: string;
  readonly content: string;
}

/** Tokens of a text, roughly: four characters each, and a few for its frame. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4) + 4;

const costOf = ({ prompt, content }: Exchange): number => tokensOf(prompt) + tokensOf(content);

/** The turns of the newest exchanges that fit into `budget` tokens, oldest first; `newestFirst` as the database gives them. */
export const turnsWithin = (newestFirst: readonly Exchange[], budget: number): ModelTurn[] => {
  const turns: ModelTurn[] = [];
  let left = budget;
  for (const exchange of newestFirst) {
    left -= costOf(exchange);
    if (left < 0) break;
    turns.unshift({ role: 'user', content: exchange.prompt }, { role: 'assistant', content: exchange.content });
  }
  return turns;
};

/** Whether the chat is long with `prompt` added. */
export const isLong = (exchanges: readonly Exchange[], prompt: string): boolean =>
  exchanges.reduce((sum, exchange) => sum + costOf(exchange), tokensOf(prompt)) >= longTokens;

/** What each of some wishes gets of `room`: the smaller ones are met, the larger ones share what is left evenly. */
export const shareOut = (wishes: readonly number[], room: number): number[] => {
  const shares = wishes.map(() => 0);
  let left = room;
  const smallestFirst = wishes.map((_, index) => index).toSorted((a, b) => wishes[a]! - wishes[b]!);
  for (const [place, index] of smallestFirst.entries()) {
    shares[index] = Math.min(wishes[index]!, Math.max(0, Math.floor(left / (wishes.length - place))));
    left -= shares[index];
  }
  return shares;
};
