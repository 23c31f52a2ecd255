import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import type { ModelFile, ModelTurn } from '../../ports/model.ts';
import { systemPrompt, type SystemPromptParts } from '../chats/system-prompt.ts';
import { type Report, reportOf } from './report.ts';
import { cutMiddle } from './cut.ts';
import { tokensOf } from './tokens.ts';
import { type Exchange, fitTurns } from './turns.ts';

/** Tokens of the chat so far that a model is given of which nobody said how much it reads. */
export const usualTokens = 24_000;
/** From this part of them on a chat counts as long. */
const longPart = 2 / 3;
/** Tokens of memories, and what the parts of a request may take of a context that is known. */
const memoriesMost = 8000;
const parts = { memories: 1 / 8, instruction: 1 / 4, documents: 1 / 2 } as const;
/** Tokens for what modes add to a request, and of a prompt however full the rest is. */
const reserve = { modes: 500, prompt: 200 } as const;

/** Whether the chat is long with `prompt` added. */
export const isLong = (
  exchanges: readonly Pick<Exchange, 'prompt' | 'content'>[],
  prompt: string,
  contextTokens = usualTokens,
): boolean => {
  const long = contextTokens * longPart;
  let sum = tokensOf(prompt, long);
  for (const exchange of exchanges) {
    if (sum >= long) return true;
    sum += tokensOf(exchange.prompt, long) + tokensOf(exchange.content, long);
  }
  return sum >= long;
};

/** Tokens that the documents of a request may take; none where nobody said how much the model reads. */
export const documentTokens = (contextTokens: number | undefined): number | undefined =>
  contextTokens === undefined ? undefined : Math.floor(contextTokens * parts.documents);

/** The newest of the memories, oldest first, within `tokens`. */
const newestMemories = (memories: readonly string[], tokens: number): readonly string[] => {
  let left = tokens;
  let first = memories.length;
  while (first > 0) {
    left -= tokensOf(memories[first - 1]!, left);
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
  /** Tokens that a request holds at most; none: unknown, and only the chat so far is bounded. */
  readonly contextTokens: number | undefined;
}

export interface Plan {
  readonly report: Report;
  readonly system: string;
  readonly turns: readonly ModelTurn[];
  readonly prompt: string;
  readonly omissions: readonly Omission[];
}

const documentsIn = (files: readonly ModelFile[]): number =>
  files
    .filter(({ from }) => from === 'prompt' || from === 'chat')
    .reduce((sum, { document }) => sum + (document ? tokensOf(document.text) : 0), 0);

/** What a model is given of all that belongs to a prompt, and what of it is left out. */
export const planRequest = ({ prompt, exchanges, branch, contextTokens, ...given }: Material): Plan => {
  const whole = contextTokens ?? Number.POSITIVE_INFINITY;
  const memories = newestMemories(given.memories, Math.min(memoriesMost, whole * parts.memories));
  // An agent and a collection share what one of them alone may take.
  const most = (whole * parts.instruction) / (given.agent && given.collection ? 2 : 1);
  const instruction = cutMiddle(given.agent?.instruction ?? '', most);
  const collected = cutMiddle(given.collection?.instruction ?? '', most);
  const agent = given.agent && { title: given.agent.title, instruction };
  const collection = given.collection && { name: given.collection.name, instruction: collected };
  const system = systemPrompt({ ...given, agent, collection, memories });
  const room = whole - reserve.modes - tokensOf(system) - documentsIn(given.files ?? []);
  const told = cutMiddle(prompt, Math.max(reserve.prompt, room));
  const left = contextTokens === undefined ? usualTokens : Math.max(0, room - tokensOf(told));
  const { turns, given: givenTurns, omissions } = fitTurns(exchanges, branch, left);
  const forgotten = given.memories.length - memories.length;
  const words = {
    memories: memories.join('\n'),
    agent: agent ? `${agent.title}\n${agent.instruction}` : '',
  };
  return {
    system,
    turns,
    prompt: told,
    report: reportOf({
      contextTokens,
      usualTokens,
      system,
      ...words,
      memoryCount: memories.length,
      forgotten,
      files: given.files ?? [],
      turns: givenTurns,
      turnsCut: omissions.length > 0,
      prompt: { text: told, cut: told !== prompt },
    }),
    omissions: [
      ...(told === prompt ? [] : [{ kind: 'prompt-cut' }]),
      ...omissions,
      ...(instruction === (given.agent?.instruction ?? '') ? [] : [{ kind: 'instruction-cut' }]),
      ...(collected === (given.collection?.instruction ?? '') ? [] : [{ kind: 'collection-instruction-cut' }]),
      ...(forgotten === 0 ? [] : [{ kind: 'memories-left-out', count: forgotten }]),
    ],
  };
};
