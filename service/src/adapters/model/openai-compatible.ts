import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';
import { type Endpoint, streamCompletion } from './chat-completions.ts';
import type { ModelPort } from '../../ports/model.ts';
import { askingToRemember, rememberWish, statementsFrom } from './remember.ts';
import { withoutThoughts } from './think-tags.ts';
import { cleanTitle } from '../../formats/title.ts';

export interface OpenAiCompatibleOptions extends Endpoint {
  /** What people see; the model's name where it is not given. */
  readonly label?: string;
  /** Tokens that a request may hold, without the answer; none: not known. */
  readonly contextTokens?: number | undefined;
}

const titleWish =
  'Write a title of at most six words for a chat that begins with the message of the user. Answer with the title only.';
const improveWish =
  'Rewrite the prompt of the user so that a language model can answer it better. Keep its language, its intent and ' +
  'every fact; add nothing that it does not imply. Answer with the rewritten prompt only.';

/**
 * A model behind any endpoint that speaks OpenAI's chat completions. Titles and better prompts are asked for through
 * the AI SDK; replies, the hot path, are read from the wire.
 */
export const createOpenAiCompatible = (options: OpenAiCompatibleOptions): ModelPort => {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const provider = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: baseUrl,
    ...(options.apiKey ? { apiKey: options.apiKey } : {}),
  });
  const model = provider.chatModel(options.model);

  const ask = async (system: string, prompt: string, abortSignal?: AbortSignal): Promise<string> => {
    const { text } = await generateText({
      model,
      instructions: system,
      prompt,
      maxRetries: 1,
      ...(abortSignal ? { abortSignal } : {}),
    });
    return withoutThoughts(text).trim();
  };

  return {
    label: options.label ?? options.model,
    contextTokens: options.contextTokens,
    async *reply(request, signal) {
      try {
        yield* streamCompletion({ ...options, baseUrl }, request, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    name: async (prompt, signal) => cleanTitle(await ask(titleWish, prompt.slice(0, 4000), signal)),
    improve: (prompt, signal) => ask(improveWish, prompt, signal),
    remember: async (prompt, known, signal) =>
      statementsFrom(await ask(rememberWish, askingToRemember(prompt, known), signal)),
  };
};
