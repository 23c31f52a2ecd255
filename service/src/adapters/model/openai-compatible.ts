import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type Endpoint, streamCompletion } from './chat-completions.ts';
import type { ModelPort } from '../../ports/model.ts';
import { sideRequests } from './side-requests.ts';

export interface OpenAiCompatibleOptions extends Endpoint {
  /** The name that product admins see; by default the model's name. */
  readonly label?: string;
  /** Tokens that a request may hold, without the answer; undefined if unknown. */
  readonly contextTokens?: number | undefined;
}

/**
 * A model behind any endpoint that implements OpenAI's chat completions. Titles and better prompts are requested
 * through the AI SDK; replies, the hot path, are read from the wire.
 */
export const createOpenAiCompatible = (options: OpenAiCompatibleOptions): ModelPort => {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const provider = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: baseUrl,
    ...(options.apiKey ? { apiKey: options.apiKey } : {}),
  });
  const known = { reportsOnRequest: undefined };
  return {
    label: options.label ?? options.model,
    contextTokens: options.contextTokens,
    async *reply(request, signal) {
      try {
        yield* streamCompletion({ ...options, baseUrl, known }, request, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    ...sideRequests(provider.chatModel(options.model)),
  };
};
