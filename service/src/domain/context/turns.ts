import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import type { ModelTurn } from '../../ports/model.ts';
import { shareOut } from '../chats/share-out.ts';
import { cutMiddle } from './cut.ts';
import { tokensOf } from './tokens.ts';

/** A message with its answer. */
export interface Exchange {
  readonly id: string;
  readonly createdDate: Date;
  readonly prompt: string;
  readonly content: string;
}

/** One exchange that is given, with its tokens. */
export interface GivenTurn {
  readonly messageId: string;
  readonly tokens: number;
  readonly cut?: boolean;
}

export interface FittedTurns {
  readonly turns: readonly ModelTurn[];
  /** The same by exchanges. */
  readonly given: readonly GivenTurn[];
  readonly omissions: readonly Omission[];
}

/** Of what is left a long exchange gets so much: older ones are to have some of it. */
const largestPart = 0.75;
/** Where fewer tokens are left nothing more is cut into them: what would come of it says nothing. */
const fewest = 200;

/** Both texts within `room`: the shorter one stays whole where it can. */
const cutExchange = ({ id, createdDate, prompt, content }: Exchange, room: number) => {
  const [ofPrompt = 0, ofContent = 0] = shareOut([tokensOf(prompt, room), tokensOf(content, room)], room);
  const short = { id, createdDate, prompt: cutMiddle(prompt, ofPrompt), content: cutMiddle(content, ofContent) };
  const at = createdDate.toISOString();
  const omissions: Omission[] = [
    ...(short.prompt === prompt ? [] : [{ kind: 'message-cut', at }]),
    ...(short.content === content ? [] : [{ kind: 'answer-cut', at }]),
  ];
  return { short, omissions };
};

/**
 * The turns of a chat within `budget` tokens, oldest first. The newest count first; what does not fit is cut in its middle,
 * and the oldest are left out. `branch` names all messages before the prompt, first message first.
 */
export const fitTurns = (newestFirst: readonly Exchange[], branch: readonly string[], budget: number): FittedTurns => {
  const chosen: Exchange[] = [];
  const given: GivenTurn[] = [];
  const cuts: Omission[] = [];
  let left = budget;
  for (const [index, exchange] of newestFirst.entries()) {
    const prompt = tokensOf(exchange.prompt, left);
    const cost = prompt > left ? prompt : prompt + tokensOf(exchange.content, left);
    if (cost <= left) {
      chosen.unshift(exchange);
      given.unshift({ messageId: exchange.id, tokens: cost });
      left -= cost;
      continue;
    }
    if (left < fewest) break;
    const room = index === newestFirst.length - 1 ? left : Math.max(fewest, Math.floor(left * largestPart));
    const { short, omissions } = cutExchange(exchange, room);
    chosen.unshift(short);
    given.unshift({ messageId: exchange.id, tokens: tokensOf(short.prompt) + tokensOf(short.content), cut: true });
    cuts.unshift(...omissions);
    left -= room;
  }
  const first = chosen[0] ? branch.indexOf(chosen[0].id) : newestFirst.length > 0 ? branch.length : 0;
  const unanswered = branch.length - first - chosen.length;
  return {
    turns: chosen.flatMap(({ prompt, content }) => [
      { role: 'user' as const, content: prompt },
      { role: 'assistant' as const, content },
    ]),
    given,
    omissions: [
      ...(first > 0 ? [{ kind: 'messages-left-out', count: first }] : []),
      ...(unanswered > 0 ? [{ kind: 'unanswered-left-out', count: unanswered }] : []),
      ...cuts,
    ],
  };
};
