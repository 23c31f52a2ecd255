import { type FinishReason, generateText, type LanguageModel } from 'ai';
import type { ModelPort, ModelUsage } from '../../ports/model.ts';
import { cleanTitle } from '../../formats/title.ts';
import { memoryQuestion, statementsFrom } from './memory-extraction.ts';
import { improveInstructions, memoryInstructions, titleInstructions } from './side-instructions.ts';
import { withoutThoughts } from './think-tags.ts';

/** Finish reasons of answers that are cut off or incomplete. */
const partial: ReadonlySet<FinishReason> = new Set(['length', 'content-filter', 'error', 'interrupted']);

/** Requests titles, better prompts and memories from a model of the AI SDK. */
export const sideRequests = (
  model: Exclude<LanguageModel, string>,
): Required<Pick<ModelPort, 'name' | 'improve' | 'extractMemories'>> => {
  const request = async (
    system: string,
    prompt: string,
    abortSignal?: AbortSignal,
    onUsage?: (usage: ModelUsage) => void,
  ): Promise<{ readonly text: string; readonly whole: boolean }> => {
    const { text, usage, finishReason } = await generateText({
      model,
      instructions: system,
      prompt,
      maxRetries: 1,
      ...(abortSignal ? { abortSignal } : {}),
    });
    // The counts are missing if the provider reports none.
    if (usage.inputTokens !== undefined && usage.outputTokens !== undefined)
      onUsage?.({
        input: usage.inputTokens,
        output: usage.outputTokens,
        cached: usage.inputTokenDetails.cacheReadTokens ?? 0,
        written: usage.inputTokenDetails.cacheWriteTokens ?? 0,
        thought: usage.outputTokenDetails.reasoningTokens ?? 0,
      });
    return { text: withoutThoughts(text).trim(), whole: !partial.has(finishReason) };
  };
  return {
    name: async (prompt, signal, onUsage) =>
      cleanTitle((await request(titleInstructions, prompt.slice(0, 4000), signal, onUsage)).text),
    improve: async (prompt, signal, onUsage) => {
      const { text, whole } = await request(improveInstructions, prompt, signal, onUsage);
      return whole ? text : '';
    },
    extractMemories: async (prompt, known, signal, onUsage) =>
      statementsFrom((await request(memoryInstructions, memoryQuestion(prompt, known), signal, onUsage)).text),
  };
};
