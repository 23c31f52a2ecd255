import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import type { ModelTurn } from '../../ports/model.ts';
import { shareOut } from '../chats/share-out.ts';
import { cutMiddle } from './cut.ts';
import { estimateOf } from './cached-estimates.ts';
import type { CountTokens } from './tokens.ts';

/** A message with its answer. */
export interface Exchange {
  readonly id: string;
  readonly createdDate: Date;
  readonly prompt: string;
  readonly content: string;
  /** It takes precedence over newer ones. */
  readonly pinned?: boolean;
}

/** One exchange that is included, with its tokens. */
export interface IncludedTurn {
  readonly messageId: string;
  readonly tokens: number;
  readonly cut?: boolean;
  readonly pinned?: boolean;
}

export interface FittedTurns {
  readonly turns: readonly ModelTurn[];
  /** The included exchanges. */
  readonly given: readonly IncludedTurn[];
  readonly omissions: readonly Omission[];
}

interface Fitted extends IncludedTurn {
  readonly exchange: Exchange;
  readonly omissions: readonly Omission[];
}

/** A long exchange gets at most this part of the remaining tokens, so that older ones fit as well. */
const largestPart = 0.75;
/** With fewer tokens left, no exchange is cut to fit, because the remainder would say nothing. */
const minTokens = 200;
/** The part that all pinned exchanges get at most, so that the newest ones have room. */
const pinnedPart = 0.5;

const uncut = (exchange: Exchange, tokens: number): Fitted => ({
  exchange,
  messageId: exchange.id,
  tokens,
  omissions: [],
  ...(exchange.pinned ? { pinned: true } : {}),
});

/** Fits both texts into `room`; the shorter one stays whole if possible. */
const cutExchange = (exchange: Exchange, room: number, count: CountTokens): Fitted => {
  const { prompt, content, createdDate } = exchange;
  const [ofPrompt = 0, ofContent = 0] = shareOut([count(prompt, room), count(content, room)], room);
  const short = {
    ...exchange,
    prompt: cutMiddle(prompt, ofPrompt, count),
    content: cutMiddle(content, ofContent, count),
  };
  const at = createdDate.toISOString();
  return {
    ...uncut(short, count(short.prompt) + count(short.content)),
    cut: true,
    omissions: [
      ...(short.prompt === prompt ? [] : [{ kind: 'message-cut', at }]),
      ...(short.content === content ? [] : [{ kind: 'answer-cut', at }]),
    ],
  };
};

const costOf = ({ prompt, content }: Exchange, most: number, count: CountTokens): number => {
  const ofPrompt = count(prompt, most);
  return ofPrompt > most ? ofPrompt : ofPrompt + count(content, most);
};

/** All pinned exchanges, cut if together they take more than `budget`. */
const fitPinned = (pinned: readonly Exchange[], budget: number, count: CountTokens): Fitted[] => {
  const shares = shareOut(
    pinned.map((exchange) => costOf(exchange, budget, count)),
    budget,
  );
  return pinned.flatMap((exchange, index) => {
    const cost = costOf(exchange, budget, count);
    const share = shares[index]!;
    if (cost <= share) return [uncut(exchange, cost)];
    return share < minTokens / 2 ? [] : [cutExchange(exchange, share, count)];
  });
};

const fitNewest = (newestFirst: readonly Exchange[], budget: number, count: CountTokens): Fitted[] => {
  const chosen: Fitted[] = [];
  let left = budget;
  for (const [index, exchange] of newestFirst.entries()) {
    const cost = costOf(exchange, left, count);
    if (cost <= left) {
      chosen.push(uncut(exchange, cost));
      left -= cost;
      continue;
    }
    if (left < minTokens) break;
    const room = index === newestFirst.length - 1 ? left : Math.max(minTokens, Math.floor(left * largestPart));
    chosen.push(cutExchange(exchange, room, count));
    left -= room;
  }
  return chosen;
};

/**
 * Counts the messages that are not included: `older` ones before `first`, the position of the oldest of the newest
 * included ones, and `unanswered` ones after it.
 */
const countOmitted = (
  total: number,
  first: number,
  newest: readonly Fitted[],
  pinned: readonly Fitted[],
  positionOf: (turn: Fitted) => number,
) => {
  const before = pinned.filter((one) => positionOf(one) < first).length;
  return { older: first - before, unanswered: total - first - newest.length - (pinned.length - before) };
};

/**
 * The turns of a chat within `budget` tokens, oldest first. Pinned ones take precedence, then the newest; what does not
 * fit is cut in its middle, and the oldest are left out. `branch` lists all messages before the prompt, first message
 * first; the first `covered` of them are in a summary.
 */
export const fitTurns = (
  newestFirst: readonly Exchange[],
  branch: readonly string[],
  budget: number,
  { count = estimateOf, covered = 0 }: { readonly count?: CountTokens; readonly covered?: number } = {},
): FittedTurns => {
  const fittedPinned = fitPinned(
    newestFirst.filter(({ pinned }) => pinned),
    Math.floor(budget * pinnedPart),
    count,
  );
  const free = budget - fittedPinned.reduce((sum, { tokens }) => sum + tokens, 0);
  const newest = fitNewest(
    newestFirst.filter(({ pinned }) => !pinned),
    free,
    count,
  );
  const positions = new Map(branch.map((id, position) => [id, position]));
  const positionOf = ({ messageId }: Fitted) => positions.get(messageId) ?? 0;
  const oldest = newest.at(-1);
  // If no message has an answer, all of them count as unanswered, none as older.
  const first = oldest ? positionOf(oldest) : newestFirst.length > 0 ? branch.length : 0;
  const { older, unanswered } = countOmitted(branch.length, first, newest, fittedPinned, positionOf);
  const summarized = Math.min(first, covered, older);
  const all = [...newest, ...fittedPinned].toSorted((a, b) => positionOf(a) - positionOf(b));
  return {
    turns: all.flatMap(({ exchange: { prompt, content } }) => [
      { role: 'user' as const, content: prompt },
      { role: 'assistant' as const, content },
    ]),
    given: all.map(({ messageId, tokens, cut, pinned }) => ({
      messageId,
      tokens,
      ...(cut ? { cut } : {}),
      ...(pinned ? { pinned } : {}),
    })),
    omissions: [
      ...(summarized > 0 ? [{ kind: 'messages-summarized', count: summarized }] : []),
      ...(older > summarized
        ? [{ kind: summarized > 0 ? 'more-left-out' : 'messages-left-out', count: older - summarized }]
        : []),
      ...(unanswered > 0 ? [{ kind: 'unanswered-left-out', count: unanswered }] : []),
      ...all.flatMap(({ omissions }) => omissions),
    ],
  };
};
