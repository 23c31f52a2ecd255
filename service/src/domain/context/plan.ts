import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import type { ModelEntry } from '../../ports/model-catalog.ts';
import type { ModelFile, ModelTurn } from '../../ports/model.ts';
import { systemPrompt, type SystemPromptParts } from '../chats/system-prompt.ts';
import { type Report, reportOf } from './report.ts';
import { cutMiddle } from './cut.ts';
import { estimated, type TokenCounter } from './counting.ts';
import { pictureTokens } from './picture-tokens.ts';
import { documentTexts } from './request-texts.ts';
import { summaryBlock } from './summary-text.ts';
import type { Recall } from '../recall/recall.ts';
import { estimateOf } from './cached-estimates.ts';
import type { CountTokens } from './tokens.ts';
import { type Exchange, fitTurns } from './turns.ts';

/** The tokens of the chat so far for a model with an unknown context window. */
export const usualTokens = 24_000;
/** A chat that takes more than this part of its tokens counts as long. */
const longPart = 2 / 3;
/**
 * The tokens that memories may take, and the parts of a known context window that each kind may take. Pictures are not
 * left out for it, but they count for no more, because small models take fewer tokens for them than is estimated.
 */
const maxMemoryTokens = 8000;
const parts = {
  memories: 1 / 8,
  instruction: 1 / 4,
  documents: 1 / 2,
  pictures: 1 / 4,
  summary: 1 / 4,
  recalled: 1 / 6,
} as const;
/** The part that documents may take if nothing else needs it. */
const maxDocumentShare = 4 / 5;
/** The tokens for what is found in older messages. */
const maxRecalledTokens = 4000;
/** Reserved tokens: for what modes add, for the prompt however full the context is, and for the fixed system prompt. */
const reserve = { modes: 500, prompt: 200, system: 300 } as const;

/** Whether the chat is long with `prompt` added. */
export const isLong = (
  exchanges: readonly Pick<Exchange, 'prompt' | 'content'>[],
  prompt: string,
  contextTokens = usualTokens,
): boolean => {
  const long = contextTokens * longPart;
  let sum = estimateOf(prompt, long);
  for (const exchange of exchanges) {
    if (sum >= long) return true;
    sum += estimateOf(exchange.prompt, long) + estimateOf(exchange.content, long);
  }
  return sum >= long;
};

type OtherParts = Pick<Material, 'prompt' | 'exchanges' | 'memories' | 'agent' | 'collection'>;

/** The tokens of a request without its documents, counted up to `most`. */
const tokensOfOthers = ({ prompt, exchanges, memories, agent, collection }: OtherParts, most: number): number => {
  let sum = reserve.modes + reserve.system;
  const texts = [prompt, agent?.instruction ?? '', collection?.instruction ?? '', ...memories];
  for (const text of texts) sum += estimateOf(text, most);
  for (const exchange of exchanges) {
    if (sum >= most) break;
    sum += estimateOf(exchange.prompt, most) + estimateOf(exchange.content, most);
  }
  return sum;
};

/**
 * The tokens that the documents of a request may take: half of the context window, and more if the other parts leave
 * room. Undefined if the window is unknown.
 */
export const documentTokens = (contextTokens: number | undefined, others?: OtherParts): number | undefined => {
  if (contextTokens === undefined) return undefined;
  const least = contextTokens * parts.documents;
  const free = others ? contextTokens - tokensOfOthers(others, contextTokens - least) : 0;
  return Math.floor(Math.max(least, Math.min(free, contextTokens * maxDocumentShare)));
};

/** The tokens that the pictures of a request count for at most; 0 if the model reads no pictures. */
export const mostPictureTokens = (
  contextTokens = Number.POSITIVE_INFINITY,
  entry?: Pick<ModelEntry, 'takes'>,
): number => (entry?.takes.includes('pictures') === false ? 0 : Math.floor(contextTokens * parts.pictures));

/** The newest memories that fit into `tokens`, oldest first. */
const newestMemories = (memories: readonly string[], tokens: number, count: CountTokens): readonly string[] => {
  let left = tokens;
  let first = memories.length;
  while (first > 0) {
    left -= count(memories[first - 1]!, left);
    if (left < 0) break;
    first -= 1;
  }
  return memories.slice(first);
};

export interface Material extends SystemPromptParts {
  readonly prompt: string;
  /** Newest first. */
  readonly exchanges: readonly Exchange[];
  /** All messages before the prompt, first message first. */
  readonly branch: readonly string[];
  /** The context window in tokens. If it is unknown, only the chat so far is limited. */
  readonly contextTokens: number | undefined;
  /** Replaces the first `covers` messages of the branch if they do not all fit. */
  readonly summary?: { readonly text: string; readonly covers: number } | undefined;
  /** Searches the messages that do not fit for what is relevant to the prompt. */
  readonly recall?: Recall | undefined;
  /** The tokens that pictures count for at most; by default as for a model that reads pictures. */
  readonly mostPictureTokens?: number | undefined;
  /** The tokens that the sources of a research take, which include the documents. */
  readonly sourceTokens?: number | undefined;
  /** How the model counts tokens; by default they are estimated. */
  readonly counter?: TokenCounter | undefined;
}

export interface Plan {
  readonly report: Report;
  readonly system: string;
  readonly turns: readonly ModelTurn[];
  readonly prompt: string;
  readonly recalled: string | undefined;
  readonly omissions: readonly Omission[];
}

const documentsIn = (files: readonly ModelFile[], count: CountTokens): number =>
  documentTexts(files).reduce((sum, text) => sum + count(text), 0);

/** The turns that fit into `room`. If not all fit, also a summary of older ones and what was found in them. */
const fitChat = ({ exchanges, branch, summary, recall }: Material, room: number, count: CountTokens) => {
  const fitted = fitTurns(exchanges, branch, room, { count });
  if (fitted.omissions.every(({ kind }) => kind === 'unanswered-left-out'))
    return { ...fitted, block: '', recalled: undefined };
  const block = summary ? summaryBlock(cutMiddle(summary.text, Math.floor(room * parts.summary), count)) : '';
  const left = summary ? room - count(block) : room;
  const fit = (tokens: number) => fitTurns(exchanges, branch, tokens, { count, covered: summary?.covers ?? 0 });
  const most = Math.floor(Math.min(maxRecalledTokens, room * parts.recalled));
  const withRecall = recall ? fit(left - most) : undefined;
  const given = new Set(withRecall?.given.flatMap(({ messageId, cut }) => (cut ? [] : [messageId])));
  const recalled = recall?.(given, most, count);
  return { ...(withRecall && recalled ? withRecall : fit(left)), block, recalled };
};

/** What a model receives of all that belongs to a prompt, and what is left out. */
export const planRequest = (material: Material): Plan => {
  const { prompt, contextTokens, summary, sourceTokens, counter = estimated, ...given } = material;
  const { count } = counter;
  const files = given.files ?? [];
  const whole = contextTokens ?? Number.POSITIVE_INFINITY;
  const memories = newestMemories(given.memories, Math.min(maxMemoryTokens, whole * parts.memories), count);
  // An agent and a collection share the room that one of them alone would have.
  const most = (whole * parts.instruction) / (given.agent && given.collection ? 2 : 1);
  const instruction = cutMiddle(given.agent?.instruction ?? '', most, count);
  const collected = cutMiddle(given.collection?.instruction ?? '', most, count);
  const agent = given.agent && { title: given.agent.title, instruction };
  const collection = given.collection && { name: given.collection.name, instruction: collected };
  const system = systemPrompt({ ...given, agent, collection, memories });
  const pictures = Math.min(pictureTokens(files), material.mostPictureTokens ?? mostPictureTokens(contextTokens));
  const room = whole - reserve.modes - count(system) - pictures - (sourceTokens ?? documentsIn(files, count));
  const fittedPrompt = cutMiddle(prompt, Math.max(reserve.prompt, room), count);
  const left = contextTokens === undefined ? usualTokens : Math.max(0, room - count(fittedPrompt));
  const { turns, given: givenTurns, omissions, block, recalled } = fitChat(material, left, count);
  const forgotten = given.memories.length - memories.length;
  return {
    system: block === '' ? system : `${system}\n\n${block}`,
    turns,
    prompt: fittedPrompt,
    recalled: recalled?.block,
    report: reportOf({
      counter,
      contextTokens,
      usualTokens,
      system,
      memories,
      forgotten,
      agent: agent ? `${agent.title}\n${agent.instruction}` : '',
      collection: collection ? `${collection.name}\n${collection.instruction}` : '',
      files,
      pictures,
      summary: summary && block !== '' ? { block, covers: summary.covers } : undefined,
      turns: givenTurns,
      recalled,
      cut: {
        turns: omissions.length > 0,
        prompt: fittedPrompt !== prompt,
        agent: instruction !== (given.agent?.instruction ?? ''),
        collection: collected !== (given.collection?.instruction ?? ''),
      },
      prompt: fittedPrompt,
    }),
    omissions: [
      ...(fittedPrompt === prompt ? [] : [{ kind: 'prompt-cut' }]),
      ...omissions,
      ...(instruction === (given.agent?.instruction ?? '') ? [] : [{ kind: 'instruction-cut' }]),
      ...(collected === (given.collection?.instruction ?? '') ? [] : [{ kind: 'collection-instruction-cut' }]),
      ...(forgotten === 0 ? [] : [{ kind: 'memories-left-out', count: forgotten }]),
    ],
  };
};
